import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertAccount } from '#accounts/account/store.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { startTestServer } from '#testing/test-server.ts'
import { analyzeNewTables } from './analyze-new-tables.ts'
import type { Database } from './database.ts'

/** -1: never analyzed. */
async function rowsKnownOf(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]!.reltuples
}

test('analyzes new tables from a given size, and no others', async () => {
  const { db, drop } = await freshDatabase()
  expect(await rowsKnownOf(db, 'account')).toBe(-1)
  await insertAccount(db, { uuid: 'a0000000-0000-4000-8000-000000000000', name: 'A', email: 'a@example.com' })
  await analyzeNewTables(db)
  expect(await rowsKnownOf(db, 'account')).toBe(-1)
  await analyzeNewTables(db, 1)
  expect([await rowsKnownOf(db, 'account'), await rowsKnownOf(db, 'team')]).toEqual([1, -1])
  await insertAccount(db, { uuid: 'b0000000-0000-4000-8000-000000000000', name: 'B', email: 'b@example.com' })
  await analyzeNewTables(db, 1)
  expect(await rowsKnownOf(db, 'account')).toBe(1)
  await drop()
})

test('a table whose only rows are of an unfinished transaction is analyzed once they are visible', async () => {
  const { db, drop } = await freshDatabase()
  const account = (letter: string) => ({
    uuid: `${letter}0000000-0000-4000-8000-000000000000`,
    name: letter,
    email: `${letter}@example.com`,
  })
  await db.transaction().execute(async (tx) => {
    await insertAccount(tx, account('a'))
    await analyzeNewTables(db, 1)
    expect(await rowsKnownOf(db, 'account')).toBe(-1)
    // As PostgreSQL itself may at this moment.
    await sql`analyze account`.execute(db)
    expect(await rowsKnownOf(db, 'account')).toBe(0)
  })
  await analyzeNewTables(db, 1)
  expect(await rowsKnownOf(db, 'account')).toBe(1)
  await drop()
})

test('the scans that fill tables leave none of them for PostgreSQL to analyze later', async () => {
  const server = await startTestServer()
  const { api } = await server.newAccount()
  const upload = (branch: string) => {
    const components = Array.from({ length: 120 }, (_, at) => {
      const name = `many-${branch}-${at}`
      return { type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` }
    })
    const file = filePart(jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', components }))
    return api.uploads.intoNew({ body: { file, url: 'https://example.com/many', branch } })
  }
  for (const branch of ['a', 'b', 'c', 'd', 'e', 'f']) await upload(branch)
  await expect.poll(() => rowsKnownOf(server.db, 'component_use')).toBeGreaterThan(100)
  await expect.poll(() => rowsKnownOf(server.db, 'component_catalog')).toBeGreaterThan(100)
  await server.stop()
})
