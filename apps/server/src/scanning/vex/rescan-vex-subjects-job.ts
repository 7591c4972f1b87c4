import { z } from 'zod'
import { accountScope } from '#auth/scope.ts'
import { resolveIds } from '#knowledge/own-advisories/resolve-ids.ts'
import { defineJob } from '#platform/queue/job.ts'
import { rescanBranches } from '#scanning/builds/rescan-branches.ts'
import { deleteWithdrawn } from './store.ts'
import { listStatedIds, listAffectedBranches } from './affected-branches-store.ts'

const Payload = z.object({
  accountUuid: z.uuid(),
  documentUuid: z.uuid(),
  /** Vulnerabilities of statements that the document no longer has. */
  formerIds: z.array(z.string()).optional(),
})

/** Rescans branches affected by an added or withdrawn document, then deletes a withdrawn one. */
export const rescanVexSubjectsJob = defineJob({
  name: 'rescan-vex-subjects',
  payload: Payload,
  priority: 'rescan',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  async run(context, { accountUuid, documentUuid, formerIds = [] }) {
    const { db } = context
    const scope = accountScope(accountUuid)
    const ids = [...new Set([...(await listStatedIds(db, scope, documentUuid)), ...formerIds])]
    const advisoryUuids = [...new Set((await resolveIds(db, scope, ids)).values())]
    const cves = ids.map((id) => id.toUpperCase()).filter((id) => id.startsWith('CVE-'))
    await rescanBranches(
      context,
      await listAffectedBranches(db, scope, { documentUuid, cves, advisoryUuids }),
    )
    await deleteWithdrawn(db, scope, documentUuid)
  },
})
