import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseOutage, kindOfDriverError } from './outage.ts'
import { repeatReads } from './repeat-reads.ts'
import { extraWaitMs } from './wait-longer.ts'

/** Added to the server's statement timeout; after that, the connection itself must be hanging. */
const graceMs = 5_000

/** Pause between connection attempts of work that waits longer. */
const retryMs = 250

/** Raises the timeout for the rest of a transaction. Must be sent verbatim, because the guard detects it. */
export const longTransaction = { statement: `set local statement_timeout = '10min'`, timeoutMs: 600_000 }

interface GuardOptions {
  /** Infinity for no limit. */
  statementTimeoutMs: number
  onError: (error: Error) => void
}

/**
 * Wraps the pool for the query builder. If a connection breaks, in use or idle, its work fails with DatabaseOutage, it
 * is removed from the pool, and the process continues.
 */
export function guardPool(pool: pg.Pool, options: GuardOptions): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  // Connections report their own errors; this event repeats those of idle ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => guarded.set(client, guardClient(client, options)))
  const connect = async () => {
    const giveUpAt = performance.now() + extraWaitMs()
    for (;;) {
      try {
        return guarded.get(await pool.connect())!
      } catch (error) {
        if (pool.ending) throw error
        if (performance.now() >= giveUpAt) throw new DatabaseOutage('unavailable', error)
        await sleep(retryMs)
      }
    }
  }
  return {
    options: pool.options,
    async connect() {
      const client = await connect()
      return extraWaitMs() > 0 ? repeatReads(client, connect) : client
    },
    end: () => pool.end(),
  }
}

function guardClient(
  client: pg.PoolClient,
  { statementTimeoutMs, onError }: GuardOptions,
): PostgresPoolClient {
  let isLost = false
  let limitMs = statementTimeoutMs
  // The pool only listens to idle connections: without this, an error on one in use would end the process.
  client.on('error', (error) => {
    isLost = true
    onError(error)
  })
  const run = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    limitMs = limitAfter(text, limitMs, statementTimeoutMs)
    const hang = () => {
      isLost = true
      // During a statement this closes the socket, and the statement fails.
      void client.end()
    }
    const timer = limitMs === Infinity ? undefined : setTimeout(hang, limitMs + graceMs)
    try {
      return await client.query(text, [...values])
    } catch (error) {
      const kind = isLost ? 'unavailable' : kindOfDriverError(error)
      // Also connections that still respond but are useless, such as to a server demoted to standby.
      isLost ||= kind === 'unavailable'
      throw kind === null ? error : new DatabaseOutage(kind, error)
    } finally {
      clearTimeout(timer)
    }
  }
  const query = (statement: string | pg.Submittable, values: readonly unknown[] = []) =>
    typeof statement === 'string' ? run(statement, values) : client.query(statement)
  return {
    query: query as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(isLost || isDiscarded === true),
  }
}

function limitAfter(text: string, current: number, usual: number): number {
  if (text === longTransaction.statement) return longTransaction.timeoutMs
  return /^(?:begin|start|commit|rollback)\b/.test(text) ? usual : current
}
