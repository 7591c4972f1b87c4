import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { isAlive } from './process-state.ts'

// One Assay process per data folder. The lock is PostgreSQL's: it ends with the connection and so with the
// process, however that ends, where a file with a process number could be stale or name a stranger.

/** Any number: the maintenance database has no other advisory locks. */
const lockKey = 1
/** How long the connection of a killed process may outlive it, such as on a machine that has much to do. */
const patienceMs = 30_000

/** Another Assay has the data folder: trying again does not help. */
export class FolderInUseError extends EmbeddedDatabaseError {}

/** Takes the lock on this connection, for as long as it lives. Throws FolderInUseError, naming who has it. */
export async function takeLock(client: Client, dataFolder: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await hasTaken(client))) {
    const holder = await findHolder(client)
    const isHeld = holder?.process !== undefined && (await isAlive(holder.process))
    if (isHeld || performance.now() > deadline) throw inUse(dataFolder, holder?.process)
    // PostgreSQL would notice at the end of the statement that the killed process had begun.
    if (holder?.process !== undefined) await client.query('select pg_terminate_backend($1)', [holder.backend])
    await sleep(20)
  }
}

async function hasTaken(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockKey,
  ])
  return rows[0]!.taken
}

interface Holder {
  backend: number
  /** The Assay process; undefined when the connection does not say. */
  process: number | undefined
}

async function findHolder(client: Client): Promise<Holder | undefined> {
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
