import { z } from 'zod'
import { accountScope } from '#auth/scope.ts'
import { lockBranchOf } from '#projects/project-state-store.ts'
import { defineJob } from '#platform/queue/job.ts'
import { listBranchesOfRule } from './finding-store.ts'
import { reevaluate } from './record-infrastructure.ts'

const Payload = z.object({ accountUuid: z.uuid(), sysid: z.string() })

/** Re-evaluates findings of a rule when its policy changes, without waiting for the next upload. */
export const reevaluateJob = defineJob({
  name: 'reevaluate-infrastructure',
  payload: Payload,
  priority: 'rescan',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  async run({ db }, { accountUuid, sysid }) {
    const scope = accountScope(accountUuid)
    for (const branch of await listBranchesOfRule(db, scope, sysid))
      await db.transaction().execute(async (tx) => {
        if (await lockBranchOf(tx, scope, branch))
          await reevaluate(tx, scope, {
            projectUuid: branch.projectUuid,
            branchUuid: branch.uuid,
            now: Date.now(),
          })
      })
  },
})
