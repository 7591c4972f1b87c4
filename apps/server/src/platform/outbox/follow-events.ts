import type pg from 'pg'
import type { Database } from '#platform/database/database.ts'
import { listenTo } from '#platform/database/listen.ts'
import { type EventType, type OutboxEvent, parseEvent } from './events.ts'
import { startLoop } from './loop.ts'
import { eventChannel, listEvents, readLastPosition } from './store.ts'

interface Source {
  db: Database
  connection: pg.PoolConfig
  log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

interface Follower<T extends EventType> {
  types: readonly T[]
  /** Gets the same events again when it fails. */
  onEvents: (events: OutboxEvent<T>[]) => Promise<void>
}

/** Without notices: through a pooler that cannot pass them on, or while the connection for them is away. */
const lookMs = 5_000
const batchSize = 500

/**
 * Tells this process of events as they get their positions, whichever process wrote them, and once each, while it runs:
 * nothing is kept. A consumer has progress of its own instead, and is told in one process alone. Returns how to stop.
 */
export async function followEvents<T extends EventType>(
  { db, connection, log }: Source,
  { types, onEvents }: Follower<T>,
): Promise<() => Promise<void>> {
  let position = await readLastPosition(db)
  const loop = startLoop({ log }, lookMs, async () => {
    // Read first: positions become visible in their order, so that none before it comes later.
    const last = await readLastPosition(db)
    if (last <= position) return false
    const events = await listEvents(db, { types, after: position, limit: batchSize })
    if (events.length > 0) await onEvents(events.map((event) => parseEvent(event) as OutboxEvent<T>))
    const hasMore = events.length === batchSize
    position = hasMore ? (events.at(-1)?.position ?? position) : Math.max(last, events.at(-1)?.position ?? 0)
    return hasMore
  })
  const unlisten = listenTo(eventChannel, { connection, log, onNotice: loop.wake })
  return async () => {
    await Promise.all([unlisten(), loop.stop()])
  }
}
