import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { type Database, openDatabase } from './database.ts'
import { isMigrated, migrate, migrateAtStart } from './migrate.ts'
import type { Schema } from './schema.gen.ts'

const log = { error: () => undefined }
const timeoutOf = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ limit: string }>`
    select current_setting('statement_timeout') as limit`.execute(db)
  return rows[0]!.limit
}

test('migrations have no statement timeout, all other statements do', async () => {
  const { connection, drop } = await freshDatabase()
  let limit = ''
  const done = await migrateAtStart({ connection, log }, async (db) => {
    limit = await db.transaction().execute(timeoutOf)
    return migrate(db)
  })
  expect({ done, limit }).toEqual({ done: [], limit: '0' })
  const usual = openDatabase({ connection, maxConnections: 1, log })
  expect(await timeoutOf(usual.db)).toBe('30s')
  await usual.close()
  await drop()
})

test.each([
  [
    'a development version',
    "delete from migration where name <> '001-baseline'; update migration set name = '001-foundation'",
    /created by a development version of Assay \(001-foundation\).*set ASSAY_DATA to a new folder/,
  ],
  [
    'a newer version',
    "insert into migration values ('999-later', now()::text)",
    /upgraded by a newer version of Assay \(999-later\)\. Start that version/,
  ],
])('a database of %s is refused in words and stays as it is', async (_, change, message) => {
  const { db, connection, drop } = await freshDatabase()
  expect(await isMigrated(db)).toBe(true)
  await sql.raw(change).execute(db)
  const before = await sql`select * from migration`.execute(db)
  await expect(migrateAtStart({ connection, log })).rejects.toThrow(message)
  expect((await sql`select * from migration`.execute(db)).rows).toEqual(before.rows)
  await drop()
})

test('a migration is made up for after one with a higher number', async () => {
  const { db, connection, drop } = await freshDatabase()
  await sql`alter table account_quota drop column stored_bytes`.execute(db)
  await sql`alter table retention drop column findings`.execute(db)
  await sql`delete from migration where name = '042-kept-totals'`.execute(db)
  expect(await isMigrated(db)).toBe(false)
  expect(await migrateAtStart({ connection, log })).toEqual(['042-kept-totals'])
  expect(await isMigrated(db)).toBe(true)
  await drop()
})

test('an empty database is migrated', async () => {
  const { db, connection, drop } = await freshDatabase()
  await sql`drop schema public cascade; create schema public`.execute(db)
  expect((await migrateAtStart({ connection, log }))[0]).toBe('001-baseline')
  expect(await isMigrated(db)).toBe(true)
  await drop()
})

test('a migration that waits for a long read lets others pass, and is made up for afterwards', async () => {
  const { db, connection, drop } = await freshDatabase()
  await sql`alter table watched_image drop column uses_attached`.execute(db)
  await sql`delete from migration where name = '064-attached-documents'`.execute(db)
  const read = (database: Kysely<Schema>) => sql`select from watched_image`.execute(database)
  let isRunning = true
  const waited = await db.transaction().execute(async (tx) => {
    await read(tx)
    const migrated = migrateAtStart({ connection, log }).finally(() => (isRunning = false))
    // Twice: it has tried again.
    for (let refused = 0; refused < 2; refused++) {
      await expect.poll(() => isWaiting(db), { timeout: 60_000, interval: 20 }).toBe(true)
      // Stands behind the migration until that one gives up. A migration that waited on would never let it pass.
      await read(db)
    }
    expect(isRunning).toBe(true)
    return { migrated }
  })
  expect(await waited.migrated).toEqual(['064-attached-documents'])
  await drop()
})

async function isWaiting(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and relation = 'watched_image'::regclass and mode = 'AccessExclusiveLock'`.execute(
    db,
  )
  return rows.length > 0
}
