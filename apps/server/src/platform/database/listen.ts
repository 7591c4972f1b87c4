import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionLimits } from './database.ts'

interface Listening {
  connection: pg.PoolConfig
  log: { warn(context: object, message: string): void }
  /** Also each time that listening begins: what was said before is not repeated. */
  onNotice: () => void
}

const [minPauseMs, maxPauseMs] = [500, 30_000]

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and connects again when that breaks. A notice may be
 * lost, also to a pooler that cannot pass it on: look by time, too. Returns how to stop.
 */
export function listenTo(channel: string, { connection, log, onNotice }: Listening): () => Promise<void> {
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
  { connection, onNotice, signal }: Omit<Listening, 'log'> & { signal: AbortSignal },
): Promise<void> {
  const client = new pg.Client({ ...connection, ...connectionLimits, application_name: 'assay' })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    // Unheard, it would end the process; the connection ends with it.
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
