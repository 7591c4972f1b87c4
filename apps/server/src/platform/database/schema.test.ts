import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#testing/fresh-database.ts'
import { isMigrated } from './migrate.ts'
import { schemaText } from './write-schema.ts'

test('the generated types match the migrated database', async () => {
  const { db, drop } = await freshDatabase()
  const written = readFileSync(new URL('schema.gen.ts', import.meta.url), 'utf8')
  expect(await schemaText(db)).toBe(written)
  expect(await isMigrated(db)).toBe(true)
  await drop()
})

test('primary keys of account tables start with the account', async () => {
  const { db, drop } = await freshDatabase()
  const { rows } = await sql<{ key: string }>`
    select regexp_replace(pg_get_indexdef(i.indexrelid), '^.* ON public.(\\w+) USING btree', '\\1') as key
    from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'account_uuid'
    where i.indisunique and i.indkey[0] <> a.attnum
      and i.indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    order by 1`.execute(db)
  await drop()
  expect(rows.map(({ key }) => key)).toEqual([
    // Events and failed jobs are processed for all accounts, and some have no account. Lookup tables are used before the
    // account is known.
    'dead_letter (uuid)',
    'external_login (provider, subject)',
    'login (email)',
    'outbox_event ("position")',
    'outbox_event (sequence)',
    'outbox_event (uuid)',
    'registration (uuid)',
    'verified_domain (domain)',
  ])
})
