import { z } from 'zod'
import type { AppContext } from '#context.ts'
import { accountScope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { defineJob, defineSchedule } from '#platform/queue/job.ts'
import { prioritizeFindings } from './prioritize-findings.ts'
import { listNaming, listWithFindings, lockForPriorities } from './priority-store.ts'

const branchesAtOnce = 100

/** Decides the priority of the findings of branches anew, without a scan. */
export const prioritizeFindingsJob = defineJob({
  name: 'prioritize-findings',
  payload: z.object({ accountUuid: z.uuid(), branchUuids: z.array(z.uuid()).max(branchesAtOnce) }),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 300,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  async run({ db }, { accountUuid, branchUuids }) {
    const scope = accountScope(accountUuid)
    await db
      .transaction()
      .execute(async (tx) => prioritizeFindings(tx, scope, await lockForPriorities(tx, scope, branchUuids)))
  },
})

/** Once a day, as what left a list of exploited vulnerabilities is no event, and for findings of earlier versions. */
export const planPrioritiesJob = defineSchedule({
  name: 'plan-priorities',
  timeoutSeconds: 300,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  cron: '23 3 * * *',
  run: async ({ db, queue }) => sendBranches(db, queue, await listWithFindings(db, null)),
})

/** Priorities follow what becomes known exploited, and tags of projects: exposure and human impact. */
export const findingPriorities = defineConsumer({
  name: 'finding-priorities',
  types: ['advisories.exploited', 'policies.changed'],
  async handle(tx, { queue }, event) {
    if (event.type === 'advisories.exploited')
      await sendBranches(tx, queue, await listNaming(tx, event.payload.cves))
    // Branches of single projects are scanned again.
    else if (event.payload.changesTags && event.accountUuid !== null)
      await sendBranches(tx, queue, await listWithFindings(tx, event.accountUuid))
  },
})

async function sendBranches(
  db: Database,
  queue: AppContext['queue'],
  branches: readonly { accountUuid: string; branchUuid: string }[],
): Promise<void> {
  const byAccount = Map.groupBy(branches, ({ accountUuid }) => accountUuid)
  const payloads = [...byAccount].flatMap(([accountUuid, own]) => {
    const uuids = own.map(({ branchUuid }) => branchUuid)
    return Array.from({ length: Math.ceil(uuids.length / branchesAtOnce) }, (_, index) => ({
      accountUuid,
      branchUuids: uuids.slice(index * branchesAtOnce, (index + 1) * branchesAtOnce),
    }))
  })
  await queue.sendAll(db, prioritizeFindingsJob, { payloads, priority: prioritizeFindingsJob.priority })
}
