import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { isMigrated } from './migrate.ts'
import { schemaText } from './write-schema.ts'

test('the generated types are those of the migrated database', async () => {
  const { db, drop } = await freshDatabase()
  const written = readFileSync(new URL('schema.gen.ts', import.meta.url), 'utf8')
  expect(await schemaText(db)).toBe(written)
  expect(await isMigrated(db)).toBe(true)
  await drop()
})
