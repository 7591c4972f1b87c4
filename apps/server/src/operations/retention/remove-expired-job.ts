import { z } from 'zod'
import { listRetainingAccounts } from '#accounts/retention/store.ts'
import { accountScope } from '#auth/scope.ts'
import { defineJob } from '#platform/queue/job.ts'
import { removeExpired } from './remove-expired.ts'

/** Removes what accounts no longer keep. */
export const removeExpiredJob = defineJob({
  name: 'remove-expired',
  payload: z.object({}),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retry: { limit: 8, delaySeconds: 60, maxDelaySeconds: 1800 },
  schedule: { cron: '43 3 * * *', payload: {} },
  async run(context, _payload, { stopping }) {
    for (const accountUuid of await listRetainingAccounts(context.db))
      await removeExpired(context, accountScope(accountUuid), stopping)
  },
})
