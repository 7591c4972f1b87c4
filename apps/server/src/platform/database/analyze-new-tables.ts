import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Reading smaller tables completely is fast enough. */
const usualMinBytes = 64 * 1024

/**
 * Analyzes tables that have grown and have never been analyzed, which PostgreSQL does only after a minute or two. Until
 * then, it assumes they are almost empty, and may read a whole table for each lookup.
 *
 * Rows of unfinished transactions do not count: a table that has no others would be taken for an empty one whatever
 * they add, so it is left for the next call. One that was analyzed at such a moment is analyzed again.
 */
export async function analyzeNewTables(db: Database, minBytes = usualMinBytes): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples <= 0
      and pg_relation_size(oid) >= ${minBytes}::int8`.execute(db)
  const names = await withoutEmpty(
    db,
    rows.map(({ name }) => name),
  )
  if (names.length > 0)
    await sql`analyze (skip_locked) ${sql.join(names.map((name) => sql.id(name)))}`.execute(db)
}

async function withoutEmpty(db: Database, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const each = names.map(
    (name) => sql`select ${name}::text as name where exists (select from ${sql.id(name)})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(({ name }) => name)
}
