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
  /** Called again with the same events if it fails. */
  onEvents: (events: OutboxEvent<T>[]) => Promise<void>
}

/** Polling interval for when notifications do not arrive, such as through some poolers. */
const pollMs = 5_000
const batchSize = 500

/**
 * Broadcasts new events within this process, whichever process wrote them, once each and without persistence.
 * Consumers, in contrast, store their progress and run in one process only. Returns a function to stop.
 */
export async function followEvents<T extends EventType>(
  { db, connection, log }: Source,
  { types, onEvents }: Follower<T>,
): Promise<() => Promise<void>> {
  let position = await readLastPosition(db)
  const loop = startLoop({ log }, pollMs, async () => {
    // Read first: positions become visible in order, so none before it can appear later.
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
