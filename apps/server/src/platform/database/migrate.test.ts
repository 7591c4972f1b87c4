import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, migrateAtStart } from './migrate.ts'

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
