import pg from 'pg'

/**
 * unavailable: no connection, or the server is starting, stopping or at its connection limit.
 * storage: writing failed, mostly because of a full disk. busy: a timeout or deadlock canceled the statement.
 */
export type OutageKind = 'unavailable' | 'storage' | 'busy'

/** A failure of the database, not of the statement: a retry may succeed. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage'
  readonly kind: OutageKind

  constructor(kind: OutageKind, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The database failed', { cause })
    this.kind = kind
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const kinds = new Map<string, OutageKind>(
  Object.entries({
    // admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout
    '57P01': 'unavailable',
    '57P02': 'unavailable',
    '57P03': 'unavailable',
    '57P05': 'unavailable',
    // idle_in_transaction_session_timeout, transaction_timeout: the connection was closed with its transaction.
    '25P03': 'unavailable',
    '25P04': 'unavailable',
    // read_only_sql_transaction: after a failover the connection is to a standby.
    '25006': 'unavailable',
    // insufficient_resources, out_of_memory, too_many_connections
    '53000': 'unavailable',
    '53200': 'unavailable',
    '53300': 'unavailable',
    // disk_full, configuration_limit_exceeded (temp_file_limit), io_error
    '53100': 'storage',
    '53400': 'storage',
    '58030': 'storage',
    // query_canceled (statement_timeout), lock_not_available, serialization_failure, deadlock_detected
    '57014': 'busy',
    '55P03': 'busy',
    '40001': 'busy',
    '40P01': 'busy',
  }),
)

/** Classifies a driver error; null if the statement itself failed. */
export function kindOfDriverError(error: unknown): OutageKind | null {
  // The connection broke before anything listened to it, such as during setup.
  if (error instanceof Error && /^Client .* is not queryable$/.test(error.message)) return 'unavailable'
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return null
  return error.code.startsWith('08') ? 'unavailable' : (kinds.get(error.code) ?? null)
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT'])

/** Whether an error or its cause is an outage of the database or of a local disk. */
export function outageOf(error: unknown): OutageKind | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseOutage) return each.kind
    if ('code' in each && fullDisk.has(String(each.code))) return 'storage'
  }
  return null
}
