import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionLimits } from './database.ts'

interface ListenOptions {
  connection: pg.PoolConfig
  log: { warn(context: object, message: string): void }
  /** Also called whenever listening starts, since earlier notifications are not repeated. */
  onNotice: () => void
}

const [minPauseMs, maxPauseMs] = [500, 30_000]

/**
 * Listens to a PostgreSQL channel on a dedicated connection and reconnects. Notifications can be lost, and poolers may
 * not forward them, so callers must also poll. Returns a function to stop.
 */
export function listenTo(channel: string, { connection, log, onNotice }: ListenOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    for (let pauseMs = minPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const begin = Date.now()
      await holdOnce(channel, { connection, onNotice, signal }).catch((error: unknown) =>
        log.warn({ reason: String(error), channel }, 'The connection for notices was lost'),
      )
      if (Date.now() - begin > maxPauseMs) pauseMs = minPauseMs
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

async function holdOnce(
  channel: string,
  { connection, onNotice, signal }: Omit<ListenOptions, 'log'> & { signal: AbortSignal },
): Promise<void> {
  const client = new pg.Client({ ...connection, ...connectionLimits, application_name: 'assay' })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    // Without a listener the error would end the process; the connection closes anyway.
    client.on('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  try {
    await client.connect()
    client.on('notification', onNotice)
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    onNotice()
    await ended
  } finally {
    await client.end().catch(() => undefined)
  }
}
