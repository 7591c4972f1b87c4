import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { buildIndexes } from './build-indexes.ts'
import { boundedMigration } from './migration-steps.ts'
import type { Schema } from './schema.gen.ts'

const index = { name: 'sample_by_number', on: 'on sample (number)' }

const isValid = async (db: Kysely<Schema>) => {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index.name})`.execute(db)
  return rows[0]?.valid
}

test('an index is built while others write, by one of two processes', async () => {
  const { db, drop } = await freshDatabase()
  await sql`create table sample as select number from generate_series(1, 100) number`.execute(db)
  const write = () => sql`insert into sample values (0)`.execute(db)
  const built = await db.transaction().execute(async (tx) => {
    await sql`insert into sample values (0)`.execute(tx)
    const building = Promise.all([buildIndexes(db, [index]), buildIndexes(db, [index])])
    await expect.poll(() => isValid(db), { timeout: 60_000 }).toBe(false)
    // It waits for the transaction; nobody waits for it.
    await write()
    return { building }
  })
  await built.building
  expect(await isValid(db)).toBe(true)
  await drop()
})

test('one that a killed process left behind is built again', async () => {
  const { db, drop } = await freshDatabase()
  await sql`create table sample as select 1 as number from generate_series(1, 2)`.execute(db)
  const unique = { ...index, isUnique: true } as const
  await expect(buildIndexes(db, [unique])).rejects.toThrow('sample_by_number')
  expect(await isValid(db)).toBe(false)
  await sql`update sample set number = 2 where ctid = '(0,1)'`.execute(db)
  await buildIndexes(db, [unique])
  expect(await isValid(db)).toBe(true)
  await expect(sql`insert into sample values (2)`.execute(db)).rejects.toThrow('duplicate key')
  await drop()
})

test('a migration of an empty database creates its index; of others, it finds it built', async () => {
  const { db, drop } = await freshDatabase()
  const migration = boundedMigration({
    up: async (tx) => void (await sql`create table if not exists sample (number integer)`.execute(tx)),
    indexes: [index],
  })
  await db.transaction().execute((tx) => migration.up(tx))
  expect(await isValid(db)).toBe(true)
  await db.transaction().execute((tx) => migration.up(tx))
  await drop()
})
