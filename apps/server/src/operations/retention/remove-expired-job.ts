import { listRetainingAccounts } from '#accounts/retention/store.ts'
import { accountScope } from '#auth/scope.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { removeExpired } from './remove-expired.ts'

/** Removes what accounts no longer keep. */
export const removeExpiredJob = defineSchedule({
  name: 'remove-expired',
  timeoutSeconds: 4 * 3600,
  retry: { limit: 8, delaySeconds: 60, maxDelaySeconds: 1800 },
  cron: '43 3 * * *',
  async run(context, _payload, { stopping }) {
    for (const accountUuid of await listRetainingAccounts(context.db))
      await removeExpired(context, accountScope(accountUuid), stopping)
  },
})
