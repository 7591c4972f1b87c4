import { sql } from 'kysely'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Database } from '#platform/database/database.ts'

/** A row as JSON, or an answer that the version gave. */
type Line =
  | { table: string; row: object }
  | { call: string; path: string; body: unknown }
  | { statement: string }
  | Login

interface Login {
  /** Of the account's administrator: a token. */
  authorization: string
  /** Of one object of each kind, by path parameter. */
  ids: Record<string, string>
  /** Tables without rows. */
  empty: string[]
}

export interface Release extends Login {
  tables: ReadonlyMap<string, readonly object[]>
  answers: readonly { call: string; path: string; body: unknown }[]
  /** What it sends for uploads, their scans and reads; of the first version, they were not written. */
  statements: readonly string[]
}

const folder = new URL('upgrades/', import.meta.url)

/** Names of the last migrations, in their order. */
export const releases = readdirSync(folder)
  .map((file) => file.replace('.jsonl', ''))
  .toSorted()

/** What an earlier version had stored, answered and sent: `upgrades/<its last migration>.jsonl`. */
export async function readRelease(name: string): Promise<Release> {
  const file = await readFile(new URL(`${name}.jsonl`, folder), 'utf8')
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const login = lines.find((line) => 'authorization' in line)!
  const tables = Map.groupBy(
    lines.filter((line) => 'table' in line),
    ({ table }) => table,
  )
  return {
    ...login,
    tables: new Map([...tables].map(([table, rows]) => [table, rows.map(({ row }) => row)])),
    answers: lines.filter((line) => 'call' in line),
    statements: lines.flatMap((line) => ('statement' in line ? [line.statement] : [])),
  }
}

/** Into a database with the schema of that version and nothing else. Tables stand after those they refer to. */
export async function loadRelease(db: Database, { tables }: Release): Promise<void> {
  // Migrations insert some rows themselves.
  await sql`truncate ${sql.join([...tables.keys()].map((table) => sql.table(table)))} cascade`.execute(db)
  for (const [table, rows] of tables) {
    const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.id(column)))
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      db,
    )
  }
  await sql`do $$ declare each record; begin
    for each in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), (select coalesce(max(%I), 0) + 1 from %I))',
        each.table_name, each.column_name, each.column_name, each.table_name);
    end loop; end $$`.execute(db)
}
