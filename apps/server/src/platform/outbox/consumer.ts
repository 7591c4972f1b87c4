import type { Tx } from '#platform/database/database.ts'
import type { JobContext } from '#platform/queue/job.ts'
import type { EventType, OutboxEvent } from './events.ts'

/** Reacts to events of some types. The list of all consumers is consumers.ts. */
export interface Consumer<T extends EventType = EventType> {
  /** Its progress is stored under this name. */
  name: string
  types: readonly T[]
  /**
   * Runs in the transaction that advances the consumer's progress, so what it writes is written once. What leaves the
   * process (mail, other servers) is a job that it sends with the transaction.
   */
  handle(tx: Tx, context: JobContext, event: OutboxEvent<T>): Promise<void>
}

/** Checks that types and handler speak of the same events. */
export const defineConsumer = <T extends EventType>(consumer: Consumer<T>): Consumer => consumer
