import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutWaiting } from './wait-longer.ts'
import { repeatReads } from './repeat-reads.ts'
import { currentReading, positionOf, type Reading } from './standby-reading.ts'

/** How long a read waits for a standby to get as far as the primary was; usually, that takes milliseconds. */
const catchUpMs = 250
const pauseMs = 10
/** After a standby could not be reached, or lagged, reads go to the primary for this time. */
const avoidedMs = 2_000

/**
 * Takes connections to standbys for work that reads from them, and to the primary for all other. A statement that a
 * standby ends, such as because it would delay its replay, is repeated on the primary.
 */
export function routeReads(primary: PostgresPool, standbys: PostgresPool): PostgresPool {
  const fromPrimary = () => primary.connect()
  const replayed = new WeakMap<PostgresPoolClient, bigint>()
  let avoidedUntil = 0
  /** null: none is far enough. */
  const connectTo = async ({ position, isNeeded }: Reading): Promise<PostgresPoolClient | null> => {
    if (!isNeeded && performance.now() < avoidedUntil) return null
    try {
      const client = await withoutWaiting(() => standbys.connect())
      const isCurrent = await hasReplayed(client, { position, replayed })
      // A late answer is better than none.
      if (isNeeded) return client
      if (isCurrent) return repeatReads(client, fromPrimary)
      client.release()
    } catch {
      // As without standbys.
    }
    avoidedUntil = performance.now() + avoidedMs
    return null
  }
  return {
    options: primary.options,
    async connect() {
      const reading = currentReading()
      return (reading && (await connectTo(reading))) ?? fromPrimary()
    },
    async end() {
      await Promise.all([primary.end(), standbys.end()])
    },
  }
}

interface Replay {
  position: Reading['position']
  /** Positions that connections are known to have replayed: each leads to one standby. */
  replayed: WeakMap<PostgresPoolClient, bigint>
}

const statement = 'select pg_last_wal_replay_lsn()::text as lsn, pg_last_wal_receive_lsn()::text as received'

async function hasReplayed(client: PostgresPoolClient, { position, replayed }: Replay): Promise<boolean> {
  const query = client.query.bind(client) as unknown as (statement: string) => Promise<{ rows: unknown[] }>
  const deadline = performance.now() + catchUpMs
  try {
    if (position !== null && (replayed.get(client) ?? -1n) >= position) return true
    for (;;) {
      const { rows } = await query(statement)
      const { lsn, received } = rows[0] as { lsn: string | null; received: string | null }
      // Not a standby, or no longer.
      if (lsn === null) return false
      replayed.set(client, positionOf(lsn))
      if (positionOf(lsn) >= (position ?? positionOf(received ?? lsn))) return true
      if (performance.now() > deadline) return false
      await sleep(pauseMs)
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}
