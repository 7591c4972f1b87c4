import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { isAlive } from './process-state.ts'

// One Assay process per data folder. The lock is PostgreSQL's: it ends with the connection and so with the
// process, however that ends, where a file with a process number could be stale or name a stranger.

/** Any number: the maintenance database has no other advisory locks. */
const lockKey = 1
/** A killed process's connection may outlive it for a moment. */
const patienceMs = 5_000

/** Takes the lock on this connection, for as long as it lives. Throws EmbeddedDatabaseError, naming who has it. */
export async function takeLock(client: Client, dataFolder: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await hasTaken(client))) {
    const holder = await findHolder(client)
    if (Date.now() > deadline || (holder !== undefined && (await isAlive(holder)))) {
      throw inUse(dataFolder, holder)
    }
    await sleep(20)
  }
}

async function hasTaken(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    lockKey,
  ])
  return rows[0]!.taken
}

async function findHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [lockKey],
  )
  const pid = /^assay (\d+)$/.exec(rows[0]?.name ?? '')?.[1]
  return pid === undefined ? undefined : Number(pid)
}

const inUse = (dataFolder: string, holder: number | undefined) =>
  new EmbeddedDatabaseError(
    `The data folder ${dataFolder} is in use by another Assay${holder === undefined ? '' : ` (process ${holder})`}. ` +
      'Stop it first, or give this one a folder of its own with ASSAY_DATA.',
  )
