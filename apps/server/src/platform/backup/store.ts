import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface BackupRun {
  uuid: string
  startedAt: number
  destination: string
}

export async function beginRun(db: Database, destination: string): Promise<string> {
  const row = await db
    .insertInto('backup_run')
    .values({ destination })
    .returning('uuid')
    .executeTakeFirstOrThrow()
  return row.uuid
}

export async function endRun(
  db: Database,
  uuid: string,
  end: { name: string; bytes: number } | { reason: string },
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ finished_at: sql`now()`, name: null, bytes: null, reason: null, ...end })
    .where('uuid', '=', uuid)
    .execute()
}

/** The latest attempt and the latest success. */
export async function readLastRuns(db: Database) {
  const rows = await db
    .selectFrom('backup_run')
    .select(['uuid', 'started_at', 'finished_at', 'destination', 'name', 'bytes', 'reason'])
    .orderBy('started_at', 'desc')
    .limit(50)
    .execute()
  return { last: rows[0] ?? null, success: rows.find(({ name }) => name !== null) ?? null }
}

/** Whether a copy contains the row that was written before it began. */
export async function hasRun(db: Database, uuid: string): Promise<boolean> {
  return (await db.selectFrom('backup_run').select('uuid').where('uuid', '=', uuid).execute()).length === 1
}

/** By table, with its schema. */
export type RowCounts = ReadonlyMap<string, number>

/** The rows of every table, read one by one: a page whose checksum is wrong ends it with an error. */
export async function countRows(db: Database): Promise<RowCounts> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'queue') order by 1, 2`.execute(db)
  const counts = new Map<string, number>()
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.id(schema, name)} t where t is not null or t is null`.execute(db)
    counts.set(`${schema}.${name}`, rows[0]!.count)
  }
  return counts
}

export async function readSystem(
  db: Database,
): Promise<{ system: string; postgres: string; schema: string }> {
  const { rows } = await sql<{ system: string; postgres: string; schema: string }>`
    select (select system_identifier::text from pg_control_system()) as system,
      current_setting('server_version') as postgres,
      (select max(name) from migration) as schema`.execute(db)
  return rows[0]!
}

export async function isRecovering(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]!.is
}

/** One backup at a time, held by a connection, so that it ends with the process. */
export async function holdLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (held) => {
    const key = sql`hashtextextended('assay backup', 0)`
    const { rows } = await sql<{ isHeld: boolean }>`select pg_try_advisory_lock(${key}) as "isHeld"`.execute(
      held,
    )
    if (!rows[0]!.isHeld) throw new Error('Another backup of this database is running.')
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held)
    }
  })
}

export async function readServerMajor(db: Database): Promise<number> {
  const { rows } = await sql<{
    number: string
  }>`select current_setting('server_version_num') as number`.execute(db)
  return Math.floor(Number(rows[0]!.number) / 10_000)
}

/** Returns its name. Throws if the user may not create databases. */
export async function createScratchDatabase(db: Database): Promise<string> {
  const name = `assay_backup_check_${randomBytes(6).toString('hex')}`
  await sql`create database ${sql.id(name)} template template0`.execute(db)
  return name
}

export async function dropScratchDatabase(db: Database, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)
}

/** Whether nothing has been created in it. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'queue') and c.relkind = 'r' limit 1`.execute(db)
  return rows.length === 0
}
