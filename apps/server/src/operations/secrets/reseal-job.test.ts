import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { openVault } from '#platform/secrets/vault.ts'
import { listSealed, replaceSealed, type SealedColumn } from '#platform/secrets/sealed-column-store.ts'
import { resealJob } from './reseal-job.ts'
import { sealedColumns } from './sealed-columns.ts'

const [oldKey, newKey] = ['old-'.repeat(10), 'new-'.repeat(10)]
const vaultWith = (secretKey: string, earlierSecretKey?: string) =>
  openVault({ secretKey, earlierSecretKey, dataFolder: '/nowhere' })

const server = testServer({ withWorker: false })
const member = forAllTests(() => server.newAccount())

/** Values for columns that a row must have. */
const fillers: Record<string, unknown> = {
  uuid: sql`gen_random_uuid()`,
  text: 'x',
  bytea: sql`'\\x00'::bytea`,
  boolean: false,
  'timestamp with time zone': sql`now()`,
  integer: 1,
  bigint: 1,
  jsonb: sql`'{}'::jsonb`,
  ARRAY: sql`'{}'`,
}

/** A row of any table with an encrypted column. */
async function insertRow({ table, column, key }: SealedColumn) {
  const { rows: needed } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name <> ${column}
      and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`.execute(
    server.db,
  )
  const known: Record<string, unknown> = {
    account_uuid: member.accountUuid,
    member_uuid: member.uuid,
    uuid: randomUUID(),
    method: 'app',
    integration: 'jira',
    credential_kind: 'bearer',
    type: 'oidc',
    kind: 'webhook',
    language: 'nodejs',
    access: 'read',
  }
  const values = new Map<string, unknown>([
    ...needed.map(({ name, type }) => [name, known[name] ?? fillers[type]] as const),
    ...key.filter((name) => known[name] !== undefined).map((name) => [name, known[name]] as const),
  ])
  await sql`
    insert into ${sql.table(table)} (${sql.join([...values.keys()].map((name) => sql.ref(name)))}, ${sql.ref(column)})
    values (${sql.join([...values.values()])}, '\\x00')`.execute(server.db)
}

const first = async (column: SealedColumn) =>
  (await listSealed(server.db, column, { after: null, limit: 10 }))[0]!

test('every encrypted column is encrypted with the new key, once, also after a job was killed', async () => {
  const [old, both, current] = await Promise.all([
    vaultWith(oldKey),
    vaultWith(newKey, oldKey),
    vaultWith(newKey),
  ])
  for (const column of sealedColumns) {
    await insertRow(column)
    const row = await first(column)
    const replacement = old.seal(`secret of ${column.table}`, column.purposeOf(...row.key))
    expect(await replaceSealed(server.db, column, { ...row, replacement })).toBe(true)
  }
  // Killed after the first half.
  for (const column of sealedColumns.slice(0, 4)) {
    const row = await first(column)
    const replacement = both.reseal(row.sealed, column.purposeOf(...row.key))
    await replaceSealed(server.db, column, { ...row, replacement: replacement as Uint8Array })
  }
  const logged: unknown[] = []
  const log = { error: () => undefined, warn: (...words: unknown[]) => void logged.push(words) }
  const context = { ...server.context, vault: both, log }
  await resealJob.run(context, {}, { priority: 'refresh' })
  const after = await Promise.all(sealedColumns.map(first))
  await resealJob.run(context, {}, { priority: 'refresh' })
  expect(await Promise.all(sealedColumns.map(first))).toEqual(after)
  for (const [at, column] of sealedColumns.entries())
    expect(current.open(after[at]!.sealed, column.purposeOf(...after[at]!.key))).toBe(
      `secret of ${column.table}`,
    )
  expect(logged.map((words) => (words as [unknown])[0])).toEqual([
    { resealed: sealedColumns.length - 4, unreadable: 0 },
    { resealed: 0, unreadable: 0 },
  ])
})

test('a value that was changed in the meantime stays, and one of neither key is counted', async () => {
  const [column] = sealedColumns as [SealedColumn]
  const row = await first(column)
  const changed = { ...row, sealed: Uint8Array.of(1), replacement: Uint8Array.of(2) }
  expect(await replaceSealed(server.db, column, changed)).toBe(false)
  const logged: unknown[] = []
  const log = { error: () => undefined, warn: (...words: unknown[]) => void logged.push(words) }
  const vault = await vaultWith('other'.repeat(8), 'another'.repeat(8))
  await resealJob.run({ ...server.context, vault, log }, {}, { priority: 'refresh' })
  expect(logged).toEqual([
    [{ resealed: 0, unreadable: sealedColumns.length }, expect.stringContaining('neither')],
  ])
  expect((await first(column)).sealed).toEqual(row.sealed)
})

test('the columns exist', async () => {
  const folder = new URL('../../platform/database/', import.meta.url)
  const schema = await readFile(new URL('schema.gen.ts', folder), 'utf8')
  for (const { table, column } of sealedColumns) {
    const name = table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(schema).toMatch(new RegExp(`interface ${name} \\{[^}]*\\b${column}: `))
  }
})
