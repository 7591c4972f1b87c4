import { deliverNotificationJob } from '#notifications/deliveries/deliver-notification-job.ts'
import { listDue } from '#notifications/deliveries/store.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { sendDueRule } from './send-due.ts'

/** Maximum retries queued per run. */
const attemptsAtOnce = 1000

/** Sends pending items of due rules and queues due retries. */
export const runNotificationsJob = defineSchedule({
  name: 'run-notifications',
  timeoutSeconds: 300,
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
  cron: '* * * * *',
  async run(context) {
    while (await sendDueRule(context));
    const payloads = await listDue(context.db, attemptsAtOnce)
    await context.queue.sendAll(context.db, deliverNotificationJob, { payloads, priority: 'refresh' })
  },
})
