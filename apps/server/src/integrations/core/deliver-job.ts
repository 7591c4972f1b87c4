import { dayMs } from '@assay/engine/time.ts'
import { z } from 'zod'
import { accountScope, type Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { failureReason, processEnded } from '#platform/queue/failure-reason.ts'
import { defineJob, type Job, type JobContext, type JobKind } from '#platform/queue/job.ts'
import type { Queue } from '#platform/queue/queue.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import { inEnglish, readWording, WordedError, type Wording } from '#platform/texts/text.ts'
import { ServiceRejection } from './call-service.ts'
import { type Integration, type Planned, Postponed } from './integration.ts'
import { findActive } from './setup.ts'
import { coreText, textsOfDeliveries } from './texts.ts'
import {
  awaitOlder,
  claimNext,
  type DeliveryRow,
  deleteDelivery,
  endAttempt,
  findUntried,
  insertDelivery,
  listRetrying,
  type Outcome,
  reviveDelivery,
  saveProgress,
  startAttempt,
} from './delivery-store.ts'
import { pauseSetup } from './setup-store.ts'

const Payload = z.object({
  accountUuid: z.uuid(),
  deliveryUuid: z.uuid(),
  integration: z.string(),
})
type Payload = z.infer<typeof Payload>

/** For callers that send it. */
export const deliverKind: JobKind<Payload> = {
  name: 'deliver-to-integration',
  payload: Payload,
  priority: 'refresh',
  groupOf: ({ accountUuid, integration }) => `${accountUuid} ${integration}`,
}

/** Deliveries are given up after pauses of more than this. */
const maxWaitMs = dayMs
/** Delay after which a delivery that was too early is tried again. */
const turnSeconds = 15

/** Queues a delivery in the caller's transaction; null if one with its topic is already queued. */
export async function queueDelivery(
  { tx, queue }: { tx: Tx; queue: Queue },
  scope: Scope,
  planned: Planned & { id: string },
): Promise<string | null> {
  const deliveryUuid = await insertDelivery(tx, scope, planned)
  if (deliveryUuid !== null)
    await queue.send(tx, deliverKind, {
      accountUuid: scope.accountUuid,
      deliveryUuid,
      integration: planned.id,
    })
  return deliveryUuid
}

/**
 * Queues a requested delivery, unless one with its topic awaits its first attempt. Failed ones that
 * would delay it are retried now. Returns the delivery.
 */
export async function deliverNow(
  { tx, queue }: { tx: Tx; queue: Queue },
  scope: Scope,
  planned: Planned & { id: string },
): Promise<DeliveryRow | undefined> {
  if (!(await findUntried(tx, scope, planned))) await queueDelivery({ tx, queue }, scope, planned)
  for (const deliveryUuid of await listRetrying(tx, scope, planned))
    await queue.retryNow(tx, deliverKind, {
      accountUuid: scope.accountUuid,
      deliveryUuid,
      integration: planned.id,
    })
  return findUntried(tx, scope, planned)
}

/** Makes one attempt. A job fails permanently after about three hours of errors. */
export const deliverJobOf = (integrations: readonly Integration[]): Job<Payload> =>
  defineJob({
    ...deliverKind,
    concurrency: 6,
    timeoutSeconds: 600,
    retry: { limit: 26, delaySeconds: 2, maxDelaySeconds: 600 },
    async run(context, { accountUuid, deliveryUuid }) {
      const scope = accountScope(accountUuid)
      if (await awaitOlder(context.db, scope, { uuid: deliveryUuid, seconds: turnSeconds })) return
      const row = await startAttempt(context.db, scope, deliveryUuid)
      const integration = integrations.find(({ id }) => id === row?.integration)
      if (row && integration) await attempt({ context, scope, integration }, row)
    },
    async onExhausted(context, { accountUuid, deliveryUuid: uuid }, reason) {
      // The last attempt has stored why it failed, unless it could not end.
      const result = reason === processEnded ? reason : undefined
      await finish(context, accountScope(accountUuid), { uuid, state: 'failed', result })
    },
    async onRequeue(tx, payloads) {
      for (const { accountUuid, deliveryUuid } of payloads)
        await reviveDelivery(tx, accountScope(accountUuid), deliveryUuid)
    },
  })

interface AttemptContext {
  context: JobContext
  scope: Scope
  integration: Integration
}

async function attempt({ context, scope, integration }: AttemptContext, row: DeliveryRow): Promise<void> {
  const { db } = context
  const { uuid } = row
  const active = await findActive(context, scope, integration)
  if (!active) return finish(context, scope, { uuid, state: 'skipped', result: coreText('integrationOff') })
  const { settings, secrets, pausedUntil } = active
  if (pausedUntil && pausedUntil.getTime() > Date.now())
    return endAttempt(db, scope, {
      uuid,
      state: 'waiting',
      result: coreText('servicePaused'),
      notBefore: pausedUntil,
    })
  try {
    const result = await integration.deliver({
      context,
      scope,
      settings,
      delivery: deliveryOf(context, scope, { ...row, subject: subjectOf(integration, row) }),
    })
    if (result === null) await deleteDelivery(db, scope, uuid)
    else await finish(context, scope, { uuid, state: 'delivered', result })
  } catch (error) {
    const result = reasonOf(error, secrets)
    if (error instanceof Postponed && Date.now() - row.created_at.getTime() < maxWaitMs)
      return postpone({ context, scope, integration }, { uuid, error, result })
    await endAttempt(db, scope, {
      uuid,
      state: 'retrying',
      result,
      holds: !(error instanceof ServiceRejection),
    })
    // oxlint-disable-next-line preserve-caught-error -- the cause may hold secrets
    throw new Error(inEnglish(result))
  }
}

/** Quoted without the secrets that the service was sent. */
function reasonOf(error: unknown, secrets: readonly string[]): Wording {
  const wording = error instanceof WordedError ? error.wording : failureReason(error)
  const quote = (text: string) => quoted(failureReason(text), secrets)
  return typeof wording === 'string' ? quote(wording) : wording.map(quote)
}

/** Ends a delivery and queues the next one about the same subject, if any. */
const finish = ({ db, queue }: JobContext, scope: Scope, outcome: Outcome) =>
  db.transaction().execute(async (tx) => {
    await endAttempt(tx, scope, outcome)
    const payloads = await claimNext(tx, scope, outcome.uuid)
    await queue.sendAll(tx, deliverKind, { payloads, priority: deliverKind.priority })
  })

async function postpone(
  { context: { db }, scope, integration: { id } }: AttemptContext,
  { uuid, error, result }: { uuid: string; error: Postponed; result: Wording },
): Promise<void> {
  const until = new Date(Date.now() + error.seconds * 1000)
  if (error.isWholeService) await pauseSetup(db, scope, { id, until })
  await endAttempt(db, scope, { uuid, state: 'waiting', result, notBefore: until })
}

const subjectOf = (integration: Integration, { subject }: DeliveryRow) =>
  inEnglish(readWording(textsOfDeliveries(integration), subject))

const deliveryOf = (
  { db }: JobContext,
  scope: Scope,
  { uuid, topic, subject, attempts, progress }: DeliveryRow & { subject: string },
) => ({
  uuid,
  topic,
  subject,
  attempt: attempts,
  progress,
  async saveProgress(saved: object) {
    await saveProgress(db, scope, { uuid, progress: saved })
  },
})
