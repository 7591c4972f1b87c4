import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseOutage, kindOfDriverError } from './outage.ts'

/** The server ends statements by its own timeout; after this much longer, the connection itself must hang. */
const patienceMs = 5_000

/** Gives the rest of a transaction more time. Sent as it stands: the guard recognizes it. */
export const longTransaction = { statement: `set local statement_timeout = '10min'`, timeoutMs: 600_000 }

interface GuardOptions {
  /** Infinity: no limit. */
  statementTimeoutMs: number
  onError: (error: Error) => void
}

/**
 * The pool as the query builder uses it. Connections may break at any moment, in use or idle: what they were doing
 * fails with DatabaseOutage, they leave the pool, and the process goes on.
 */
export function guardPool(pool: pg.Pool, options: GuardOptions): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  // Each connection reports its own errors; this event repeats those of idle ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => guarded.set(client, guardClient(client, options)))
  return {
    options: pool.options,
    async connect() {
      try {
        return guarded.get(await pool.connect())!
      } catch (error) {
        throw pool.ending ? error : new DatabaseOutage('unavailable', error)
      }
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
  // The pool listens to idle connections alone: without this, one that breaks in use would end the process.
  client.on('error', (error) => {
    isLost = true
    onError(error)
  })
  const run = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    limitMs = limitAfter(text, limitMs, statementTimeoutMs)
    const hang = () => {
      isLost = true
      // With a statement under way this closes the socket, and the statement fails.
      void client.end()
    }
    const timer = limitMs === Infinity ? undefined : setTimeout(hang, limitMs + patienceMs)
    try {
      return await client.query(text, [...values])
    } catch (error) {
      const kind = isLost ? 'unavailable' : kindOfDriverError(error)
      // Also one that still answers is of no use, such as one to a server that became a standby.
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
