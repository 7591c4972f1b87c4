import { totalmem } from 'node:os'

/** The superuser of initdb, for the tasks of the start alone. */
export const adminName = 'assay'
/** Owns the database and everything in it. */
export const userName = 'assay_app'
export const databaseName = 'assay'
/** The name of the socket; the server does not listen on the network. */
export const port = 5432

/** By name, as in postgresql.conf. */
export type ServerSettings = Record<string, string | number>

const mebibyte = 1024 * 1024

/** Server options for a single-machine, single-product database. Timeouts are set per connection. */
export function serverOptions(
  cluster: string,
  socketFolder: string,
  { isForTests, further = {} }: { isForTests: boolean; further?: ServerSettings | undefined },
): string[] {
  const settings = {
    listen_addresses: '',
    port,
    // Quoted, because a comma would separate two folders.
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    max_connections: 60,
    jit: 'off',
    wal_compression: 'on',
    // Transactions of a killed process must not keep locks.
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...logging,
    ...(isForTests ? withoutDurability : durable()),
    ...further,
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

// Failed statements are not logged, since they contain user data; callers get the error.
const logging = {
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

const durable = () => ({
  shared_buffers: `${sharedBuffersMiB()}MB`,
  max_wal_size: '2GB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
})

const withoutDurability = {
  // Several test files run concurrently, some with several servers.
  max_connections: 200,
  shared_buffers: '64MB',
  max_wal_size: '4GB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

/** An eighth of the memory (of the container, if limited), between 16 and 256 MiB. */
function sharedBuffersMiB(): number {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.round(Math.min(256, Math.max(16, memory / 8 / mebibyte)))
}
