import { accountScope } from '#auth/scope.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { claimEnding } from '#scanning/exclusions/decision-store.ts'
import { followMerged } from '#triage/findings/state-store.ts'
import { releaseFindings } from './apply-decisions.ts'

/**
 * Ends decisions that have expired, whose advisory became known exploited, or whose findings have a fix now: their findings
 * are open again and their branches are rescanned.
 */
export const endDecisionsJob = defineSchedule({
  name: 'end-decisions',
  priority: 'rescan',
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  cron: '*/10 * * * *',
  run: ({ db, queue }) =>
    db.transaction().execute(async (tx) => {
      await followMerged(tx)
      const ended = Map.groupBy(await claimEnding(tx), ({ account_uuid, end_reason }) =>
        JSON.stringify([account_uuid, end_reason]),
      )
      for (const rows of ended.values()) {
        const [{ account_uuid: accountUuid, end_reason: why }] = rows as [(typeof rows)[number]]
        const uuids = rows.map(({ uuid }) => uuid)
        const by = { memberUuid: null, reason: why ?? '' }
        await sendBranches(tx, queue, await releaseFindings(tx, accountScope(accountUuid), { uuids, ...by }))
      }
    }),
})
