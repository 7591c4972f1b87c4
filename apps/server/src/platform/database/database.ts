import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { guardPool, longTransaction } from './guard-pool.ts'
import type { Schema } from './schema.gen.ts'

/** The pool or a transaction on it: stores take either. */
export type Database = Kysely<Schema>
export type Tx = Transaction<Schema>

export interface DatabaseOptions {
  connection: pg.PoolConfig
  maxConnections: number
  /** Left out: yes. For what takes as long as it takes, no. */
  limitsStatements?: boolean
  log: { error(context: object, message: string): void }
}

/** No statement of the product runs longer, but in transactions that ask for more time. */
const statementTimeoutMs = 30_000
const lockTimeoutMs = 10_000
const idleInTransactionTimeoutMs = 60_000
/** How long a request waits for a connection, new or of the pool, before it is told that there is none. */
const connectTimeoutMs = 10_000

// Counters and sequences stay far below 2^53; days stay text, so that no time zone touches them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool; connections are made when first needed. */
export function openDatabase({
  connection,
  maxConnections,
  limitsStatements = true,
  log,
}: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    application_name: 'assay',
    statement_timeout: limitsStatements ? statementTimeoutMs : 0,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    ...connectionLimits,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: watchClient,
  })
  const onError = (error: Error) => pool.ending || log.error({ err: error }, 'A database connection failed')
  const guarded = guardPool(pool, {
    statementTimeoutMs: limitsStatements ? statementTimeoutMs : Infinity,
    onError,
  })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded }) })
  return { db, pool, close: () => db.destroy() }
}

/** For every connection: neither a host that is silent nor one that vanished is waited for without end. */
export const connectionLimits = {
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/**
 * PostgreSQL looks during a statement whether its client is still there: what a killed process or a vanished machine
 * began would otherwise keep its locks to its end. Servers on some systems cannot look.
 */
const watchClient = (client: pg.ClientBase) =>
  client.query({ text: watchStatement, query_timeout: connectTimeoutMs } as pg.QueryConfig)

const watchStatement = `do $$ begin
    perform set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
      set_config('tcp_keepalives_count', '3', false);
    begin
      perform set_config('client_connection_check_interval', '5s', false);
    exception when others then null;
    end;
  end $$`

/** Lets the rest of the transaction take minutes. */
export const allowLongStatements = (tx: Tx) => sql.raw(longTransaction.statement).execute(tx)
