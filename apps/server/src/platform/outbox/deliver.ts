import { outageOf } from '#platform/database/outage.ts'
import type { Tx } from '#platform/database/database.ts'
import { parseTraceparent } from '#platform/traces/traceparent.ts'
import { inTrace, traced } from '#platform/traces/tracing.ts'
import type { Job, JobContext } from '#platform/queue/job.ts'
import type { Consumer } from './consumer.ts'
import { parseEvent } from './events.ts'
import type { FailedEvent } from './handle-event-job.ts'
import { listEvents, lockConsumer, saveProgress, type StoredEvent } from './store.ts'

/** Events per transaction. */
const batchSize = 100

interface Delivery {
  context: JobContext
  consumer: Consumer
  /** Receives events the consumer failed to handle. */
  handleEventJob: Job<FailedEvent>
}

/**
 * Delivers the next events to a consumer, in order, in one transaction with its progress. If that fails, they are
 * delivered one by one, and each failing event becomes a job with its own retries. Returns false if nothing is left.
 */
export async function deliver(delivery: Delivery): Promise<boolean> {
  try {
    return await advance(delivery, batchSize, (tx, event) => handle(delivery, tx, event))
  } catch (error) {
    if (outageOf(error) !== null) throw error
    return deliverSingly(delivery)
  }
}

async function deliverSingly(delivery: Delivery): Promise<boolean> {
  for (let count = 0; count < batchSize; count++) {
    try {
      if (!(await advance(delivery, 1, (tx, event) => handle(delivery, tx, event)))) return false
    } catch (error) {
      if (outageOf(error) !== null) throw error
      const { context, consumer } = delivery
      context.log.error({ err: error, consumer: consumer.name }, 'An event could not be handled')
      await advance(delivery, 1, (tx, event) => handleLater(delivery, tx, event))
    }
  }
  return true
}

async function handle({ context, consumer }: Delivery, tx: Tx, event: StoredEvent): Promise<void> {
  const work = () => consumer.handle(tx, context, parseEvent(event))
  const parent = parseTraceparent(event.traceparent)
  await (parent
    ? traced(
        {
          name: `consume ${event.type}`,
          kind: 'consumer',
          parent,
          attributes: {
            'messaging.system': 'assay',
            'messaging.destination.name': event.type,
            'messaging.consumer.group.name': consumer.name,
          },
        },
        work,
      )
    : work())
}

async function handleLater(delivery: Delivery, tx: Tx, stored: StoredEvent): Promise<void> {
  const { context, consumer, handleEventJob } = delivery
  const { uuid, accountUuid, type, payload, at } = stored
  const event = { uuid, accountUuid, type, payload, at }
  await inTrace(stored.traceparent, () =>
    context.queue.send(tx, handleEventJob, { consumer: consumer.name, accountUuid, event }),
  )
}

async function advance(
  { context, consumer: { name, types } }: Delivery,
  limit: number,
  work: (tx: Tx, event: StoredEvent) => Promise<void>,
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const progress = await lockConsumer(tx, name)
    if (!progress) return false
    const events = await listEvents(tx, { types, after: progress.position, limit })
    for (const event of events) await work(tx, event)
    const reached = events.at(-1)?.position ?? 0
    // Also advances past events of other types.
    const position = events.length < limit ? Math.max(progress.last, reached) : reached
    if (position > progress.position) await saveProgress(tx, name, position)
    return events.length === limit
  })
}
