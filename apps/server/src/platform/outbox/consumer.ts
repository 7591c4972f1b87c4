import type { Tx } from '#platform/database/database.ts'
import type { JobContext } from '#platform/queue/job.ts'
import type { EventType, OutboxEvent } from './events.ts'

/** Handles events of some types. All consumers are listed in consumers.ts. */
export interface Consumer<T extends EventType = EventType> {
  /** Name under which its progress is stored. */
  name: string
  types: readonly T[]
  /**
   * Runs in the transaction that advances the consumer's progress, so its writes happen exactly once. External effects
   * (email, HTTP) must be jobs sent in the same transaction.
   */
  handle(tx: Tx, context: JobContext, event: OutboxEvent<T>): Promise<void>
}

/** Type helper: types and handler must match. */
export const defineConsumer = <T extends EventType>(consumer: Consumer<T>): Consumer => consumer
