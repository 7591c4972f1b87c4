/**
 * Writes schema.gen.ts, the query builder's types, from a migrated database:
 * npm run schema
 */
import { writeFileSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { startTestCluster } from '#platform/database/embedded/test-cluster.ts'
import { migrate } from './migrate.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

interface Column {
  table: string
  column: string
  type: string
  is_nullable: boolean
  is_optional: boolean
  is_generated: boolean
}

const typeNames: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int4: 'number',
  int8: 'number',
  xid8: 'string',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  date: 'string',
  timestamptz: 'Timestamp',
  bytea: 'Uint8Array',
  jsonb: 'Json',
  _text: 'string[]',
  _int4: 'number[]',
  _uuid: 'string[]',
}

/** Generates the schema file from the migrated database behind db. */
export async function schemaText<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as is_nullable,
           column_default is not null as is_optional, is_identity = 'YES' or is_generated = 'ALWAYS' as is_generated
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'migration%'
    order by table_name, ordinal_position`.execute(db)
  const tables = Map.groupBy(rows, ({ table }) => table)
  const views = await listViews(db)
  return [
    '// Written by `npm run schema` from the migrated database. Do not edit.',
    "import type { ColumnType, GeneratedAlways } from 'kysely'",
    '',
    '/** A column that the database fills when an insert leaves it out. */',
    'type Generated<T> =',
    '  T extends ColumnType<infer S, infer I, infer U>',
    '    ? ColumnType<S, I | undefined, U>',
    '    : ColumnType<T, T | undefined, T>',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>',
    '/** Written as JSON text, read as parsed; its shape is known to the store that owns the table. */',
    'type Json = ColumnType<unknown, string, string>',
    ...[...tables].flatMap(([table, columns]) => [
      '',
      `interface ${pascal(table)} {`,
      ...columns.map(line),
      '}',
    ]),
    '',
    'export interface Schema {',
    ...[...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`),
    ...views.map(({ name, table }) => `  ${name}: ${pascal(table)}`),
    '}',
    '',
  ].join('\n')
}

/** Views that have exactly the columns of a table, which they are read like. */
async function listViews<T>(db: Kysely<T>): Promise<{ name: string; table: string }[]> {
  const { rows } = await sql<{ name: string; table: string }>`
    with listed as (
      select table_name, table_type, array_agg(column_name::text order by column_name::text) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' group by table_name, table_type)
    select a_view.table_name as name, a_table.table_name as table
    from listed a_view join listed a_table using (columns)
    where a_view.table_type = 'VIEW' and a_table.table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows
}

function line({ column, type, is_nullable, is_optional, is_generated }: Column): string {
  const name = ownProperty(typeNames, type)
  if (name === undefined) throw new Error(`No TypeScript type is known for ${type} (${column})`)
  const value = is_nullable ? `${name} | null` : name
  if (is_generated) return `  ${column}: GeneratedAlways<${value}>`
  return `  ${column}: ${is_optional ? `Generated<${value}>` : value}`
}

const pascal = (name: string) =>
  name.replaceAll(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

if (import.meta.main) {
  const cluster = await startTestCluster()
  const pool = new pg.Pool(cluster.connection)
  // Errors of idle connections when the database is stopped.
  pool.on('error', () => {})
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db)
  writeFileSync(new URL('schema.gen.ts', import.meta.url), await schemaText(db))
  await db.destroy()
  await cluster.stop()
}
