import { deleteOld } from '#accounts/retention/aged-store.ts'
import { oldDeliveries } from '#notifications/deliveries/store.ts'
import { oldMessages } from '#notifications/inbox/store.ts'
import { deleteOldReminders } from './item-store.ts'
import { defineSchedule } from '#platform/queue/job.ts'

/** Retention: the delivery log is short, the inbox is kept longer. */
const deliveryDays = 30
const inboxDays = 90
/** Longer than the earliest reminder before an expiry, so that no reminder is repeated. */
const reminderDays = 60
const rowsAtOnce = 5_000

export const removeOldNotificationsJob = defineSchedule({
  name: 'remove-old-notifications',
  timeoutSeconds: 1800,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  cron: '29 3 * * *',
  async run({ db }) {
    const limit = rowsAtOnce
    const [deliveries, inbox] = [
      { kind: 'deliveries', days: deliveryDays, limit },
      { kind: 'inbox', days: inboxDays, limit },
    ] as const
    while ((await deleteOld(db, oldDeliveries, deliveries)) === limit);
    while ((await deleteOldReminders(db, { days: reminderDays, limit })) === limit);
    while ((await deleteOld(db, oldMessages, inbox)) === limit);
  },
})
