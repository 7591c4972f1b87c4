import { deleteOld } from '#accounts/retention/aged-store.ts'
import { accountScope } from '#auth/scope.ts'
import { defineSchedule, type Job, type JobContext } from '#platform/queue/job.ts'
import { deliverKind, queueDelivery } from './deliver-job.ts'
import type { Integration } from './integration.ts'
import { claimResumed, oldRuns } from './delivery-store.ts'
import { claimDueAccounts } from './setup-store.ts'

const resumedAtOnce = 1000
const keptDays = 90

/** Queues scheduled and postponed deliveries that are due. */
export const runSchedulesJobOf = (integrations: readonly Integration[]): Job =>
  defineSchedule({
    name: 'run-integrations',
    timeoutSeconds: 120,
    retry: { limit: 2, delaySeconds: 5, maxDelaySeconds: 60 },
    cron: '* * * * *',
    async run(context) {
      for (const integration of integrations) await queueDue(context, integration)
      await resume(context)
      await deleteOld(context.db, oldRuns, { kind: 'deliveries', days: keptDays, limit: resumedAtOnce })
    },
  })

const queueDue = async ({ db, queue }: JobContext, { id, feature, scheduled }: Integration) => {
  if (!scheduled) return
  const { everyMinutes, ...planned } = scheduled
  await db.transaction().execute(async (tx) => {
    for (const accountUuid of await claimDueAccounts(tx, { id, feature, everyMinutes }))
      await queueDelivery({ tx, queue }, accountScope(accountUuid), { id, ...planned })
  })
}

const resume = ({ db, queue }: JobContext) =>
  db.transaction().execute(async (tx) => {
    const payloads = await claimResumed(tx, resumedAtOnce)
    await queue.sendAll(tx, deliverKind, { payloads, priority: deliverKind.priority })
  })
