import type { NewPullRequests, PullRequests } from '@assay/contract/pull-requests.ts'
import type { z } from 'zod'
import type { Change } from '#auth/router/change.ts'
import type { Scope } from '#auth/scope.ts'
import { findReport } from './stored/find-report.ts'
import { upsertPullRequests } from './pull-request-store.ts'

interface Recorded {
  choice: { projectUuid: string; branch?: string | undefined }
  posted: z.output<typeof NewPullRequests>
}

/** Stores the pull requests a bot opened for the branch's last report. */
export const recordPullRequests = (change: Change, scope: Scope, { choice, posted }: Recorded) =>
  change(async (tx) => {
    const { scan, branch } = await findReport(tx, scope, choice)
    const recorded: PullRequests = { ...posted, createdAt: posted.createdAt ?? wireDate(new Date()) }
    await upsertPullRequests(tx, scope, { branchUuid: scan.branch_uuid, number: scan.number, recorded })
    return {
      result: recorded,
      target: { reportUuid: scan.uuid },
      after: { branch, pullRequests: recorded.entries.flatMap(({ prs }) => prs).length },
    }
  })

/** 'dd/MM/yyyy-HH:mm:ss', UTC. */
function wireDate(at: Date): string {
  const [day, time] = at.toISOString().slice(0, 19).split('T') as [string, string]
  return `${day.split('-').toReversed().join('/')}-${time}`
}
