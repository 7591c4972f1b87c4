import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.gen.ts'

/** The pool or a transaction on it: stores take either. */
export type Database = Kysely<Schema>
export type Tx = Transaction<Schema>

export interface DatabaseOptions {
  connection: pg.PoolConfig
  maxConnections: number
  log: { error(context: object, message: string): void }
}

/** No statement of the product runs longer; migrations and index compilation set their own. */
const statementTimeoutMs = 30_000
const lockTimeoutMs = 10_000
const idleInTransactionTimeoutMs = 60_000

// Counters and sequences stay far below 2^53; days stay text, so that no time zone touches them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool; connections are made when first needed. */
export function openDatabase({ connection, maxConnections, log }: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    application_name: 'assay',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  })
  // A server that stops ends idle connections; without a listener that would end the process.
  pool.on('error', (error) => pool.ending || log.error({ err: error }, 'A database connection failed'))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
