import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { copyRows, type OnRow } from './copy-rows.ts'
import { guardPool, longTransaction } from './guard-pool.ts'
import type { Schema } from './schema.gen.ts'
import { routeReads } from './route-reads.ts'

/** The pool or a transaction: stores accept either. */
export type Database = Kysely<Schema>
export type Tx = Transaction<Schema>

/** isPooled: through a pooler that gives each transaction another session, such as PgBouncer in transaction mode. */
export type Connection = pg.PoolConfig & { isPooled?: boolean }

export interface DatabaseOptions {
  connection: Connection
  /** Of databases that follow it and answer reads: see standbys.ts. */
  standbys?: Connection | undefined
  maxConnections: number
  /** Whether the statement timeout applies; defaults to true. */
  limitsStatements?: boolean
  log: { error(context: object, message: string): void }
}

/** Default statement timeout. Transactions can raise it. */
const statementTimeoutMs = 30_000
const lockTimeoutMs = 10_000
const idleInTransactionTimeoutMs = 60_000
/** Maximum wait for a connection, new or from the pool. */
const connectTimeoutMs = 10_000
/** The same of standbys, in whose place the primary answers. */
const standbyTimeoutMs = 2_000

// Counters and sequences stay far below 2^53; dates stay strings to avoid time zone conversions.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** The rows of a select without parameters, as bytes. */
  copyRows(select: string, onRow: OnRow): Promise<void>
  close(): Promise<void>
}

/** Creates the pool; connections are opened on first use. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { standbys } = options
  const { pool, guarded: primary } = openPool(options)
  const guarded = standbys ? routeReads(primary, openStandbyPool(options, standbys)) : primary
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guarded }) })
  return {
    db,
    pool,
    copyRows: (select, onRow) => copyRows(guarded, select, onRow),
    close: () => db.destroy(),
  }
}

const openStandbyPool = (options: DatabaseOptions, connection: Connection) =>
  openPool({ ...options, connection, connectTimeoutMs: standbyTimeoutMs }).guarded

function openPool({
  connection,
  maxConnections,
  limitsStatements = true,
  connectTimeoutMs: connectionTimeoutMillis = connectTimeoutMs,
  log,
}: DatabaseOptions & { connectTimeoutMs?: number }) {
  const { isPooled = false, ...server } = connection
  const pool = new pg.Pool({
    ...server,
    max: maxConnections,
    application_name: 'assay',
    ...(!isPooled && sessionOf(limitsStatements)),
    ...connectionLimits,
    connectionTimeoutMillis,
  })
  const onError = (error: Error) => pool.ending || log.error({ err: error }, 'A database connection failed')
  const guarded = guardPool(pool, {
    statementTimeoutMs: limitsStatements ? statementTimeoutMs : Infinity,
    onError,
  })
  return { pool, guarded }
}

/** In milliseconds. */
export const timeouts = {
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
}

const sessionOf = (limitsStatements: boolean) => ({
  ...timeouts,
  ...(!limitsStatements && unlimited),
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its types do not say so
  onConnect: prepareSession,
})
const unlimited = { statement_timeout: 0 }

/** Applies to every connection, so that hung or vanished hosts are detected. */
export const connectionLimits = {
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/**
 * Settings of a session that has to pass a pooler, which may reject them as startup parameters. PostgreSQL checks during
 * a statement whether its client is still connected: otherwise statements of crashed clients would keep their locks
 * until they finish. Not supported by servers on some systems. Compiling statements (JIT) takes longer than it saves.
 */
const sessionSettings = `do $$ begin
    perform set_config('jit', 'off', false), set_config('tcp_keepalives_idle', '30', false),
      set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false);
    begin
      perform set_config('client_connection_check_interval', '5s', false);
    exception when others then null;
    end;
  end $$`

const prepareSession = (client: pg.ClientBase) =>
  client.query({ text: sessionSettings, query_timeout: connectTimeoutMs } as pg.QueryConfig)

/** Raises the statement timeout to minutes for the rest of the transaction. */
export const allowLongStatements = (tx: Tx) => sql.raw(longTransaction.statement).execute(tx)
