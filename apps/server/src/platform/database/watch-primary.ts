import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, connectionLimits } from './database.ts'
import { positionOf } from './standby-reading.ts'

export interface Primary {
  /** Whether it does not answer. */
  isAway(): boolean
  /** How far its log is now, with everything that is committed; null if it does not answer in time. */
  position(): Promise<bigint | null>
  stop(): Promise<void>
}

const intervalMs = 1_000
/** A primary that does not answer in this time is away: standbys answer instead, which is never wrong for long. */
const patienceMs = 1_000
const statement = 'select pg_current_wal_flush_lsn()::text as lsn'

/** Asks the primary every second, on a connection of its own, how far it is. */
export function watchPrimary({ isPooled: _isPooled, ...server }: Connection): Primary {
  let client: pg.Client | null = null
  let isAway = false
  const stopping = new AbortController()
  const ask = async (): Promise<bigint> => {
    client ??= await open(server)
    const { rows } = await client.query<{ lsn: string }>(statement)
    return positionOf(rows[0]!.lsn)
  }
  const askInTime = async (): Promise<bigint | null> => {
    const asked = ask()
    // Closed below if it comes too late.
    asked.catch(() => undefined)
    try {
      const position = await Promise.race([asked, failAfter(patienceMs)])
      isAway = false
      return position
    } catch {
      isAway = true
      const lost = client
      client = null
      void lost?.end().catch(() => undefined)
      return null
    }
  }
  // One question at a time, and one that begins after each was asked for: none may get an older position.
  let running: Promise<bigint | null> = Promise.resolve(null)
  let next: Promise<bigint | null> | null = null
  const position = () =>
    (next ??= running.then(() => {
      next = null
      running = askInTime()
      return running
    }))
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await position()
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    isAway: () => isAway,
    position: () => (isAway ? Promise.resolve(null) : position()),
    async stop() {
      stopping.abort()
      await watching
      await client?.end().catch(() => undefined)
    },
  }
}

async function open(server: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...server,
    ...connectionLimits,
    connectionTimeoutMillis: patienceMs,
    application_name: 'assay',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`The primary did not answer within ${ms} ms`)
}
