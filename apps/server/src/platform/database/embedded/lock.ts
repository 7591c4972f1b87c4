import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { isAlive } from './process-state.ts'

// One Assay process per data folder. An advisory lock in PostgreSQL ends with the connection and therefore with the
// process, however it ends; a pid file could be stale or name an unrelated process.

/** Arbitrary: the maintenance database has no other advisory locks. */
const lockKey = 1
/** How long the connection of a killed process may outlive it on a busy machine. */
const timeoutMs = 30_000

/** Another Assay process uses the data folder: retrying does not help. */
export class FolderInUseError extends EmbeddedDatabaseError {}

/** Acquires the lock for the lifetime of this connection. Throws FolderInUseError naming the holder. */
export async function acquireLock(client: Client, dataFolder: string): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await acquire(client))) {
    const holder = await findLockHolder(client)
    const isHeld = holder?.process !== undefined && (await isAlive(holder.process))
    if (isHeld || performance.now() > deadline) throw inUse(dataFolder, holder?.process)
    // Otherwise PostgreSQL would only notice at the end of the killed process's statement.
    if (holder?.process !== undefined) await client.query('select pg_terminate_backend($1)', [holder.backend])
    await sleep(20)
  }
}

async function acquire(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isAcquired: boolean }>(
    'select pg_try_advisory_lock($1) as "isAcquired"',
    [lockKey],
  )
  return rows[0]!.isAcquired
}

interface LockHolder {
  backend: number
  /** The Assay process id; undefined if the connection does not reveal it. */
  process: number | undefined
}

async function findLockHolder(client: Client): Promise<LockHolder | undefined> {
  const { rows } = await client.query<{ backend: number; name: string }>(
    `select pid as backend, application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [lockKey],
  )
  if (!rows[0]) return undefined
  const { backend, name } = rows[0]
  const pid = /^assay (\d+)$/.exec(name)?.[1]
  return { backend, process: pid === undefined ? undefined : Number(pid) }
}

const inUse = (dataFolder: string, holder: number | undefined) =>
  new FolderInUseError(
    `The data folder ${dataFolder} is in use by another Assay${holder === undefined ? '' : ` (process ${holder})`}. ` +
      'Stop it first, or give this one a folder of its own with ASSAY_DATA.',
  )
