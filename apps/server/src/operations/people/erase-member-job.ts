import { z } from 'zod'
import { pseudonymizeEvents } from '#accounts/audit/store.ts'
import { accountScope } from '#auth/scope.ts'
import { pseudonymizeChannels } from '#notifications/channels/core/store.ts'
import { pseudonymizeInbox } from '#notifications/inbox/store.ts'
import { pseudonymizeItems } from '#notifications/rules/item-store.ts'
import { pseudonymizeDeliveries } from '#notifications/deliveries/store.ts'
import { allowLongStatements } from '#platform/database/database.ts'
import { defineJob } from '#platform/queue/job.ts'
import { pseudonymizeSchedules } from '#reporting/eras/schedule-store.ts'
import { pseudonymizeExports } from '#reporting/exports/store.ts'
import { pseudonymOf } from '#accounts/members/remove-member.ts'
import { keepErasuresJob } from './keep-erasures-job.ts'
import { completeErasure, lockPending } from './store.ts'

/** Puts a pseudonym in the place of an erased member's name and address wherever the past is kept. */
export const eraseMemberJob = defineJob({
  name: 'erase-member',
  payload: z.object({ accountUuid: z.uuid(), memberUuid: z.uuid() }),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 3600,
  retry: { limit: 8, delaySeconds: 10, maxDelaySeconds: 600 },
  run: ({ db, queue }, { accountUuid, memberUuid }) =>
    db.transaction().execute(async (tx) => {
      const scope = accountScope(accountUuid)
      await allowLongStatements(tx)
      const pending = await lockPending(tx, scope, memberUuid)
      if (!pending) return
      const person = { ...pending, pseudonym: pseudonymOf(memberUuid) }
      for (const pseudonymize of everywhere) await pseudonymize(tx, scope, person)
      await completeErasure(tx, scope, memberUuid)
      await queue.send(tx, keepErasuresJob, {})
    }),
})

/** By the folders that own what is rewritten. */
const everywhere = [
  pseudonymizeEvents,
  pseudonymizeExports,
  pseudonymizeSchedules,
  pseudonymizeDeliveries,
  pseudonymizeChannels,
  pseudonymizeItems,
  pseudonymizeInbox,
]
