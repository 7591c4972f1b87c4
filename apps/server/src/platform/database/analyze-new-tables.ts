import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Of smaller tables, reading everything takes no time that matters. */
const usualMinBytes = 64 * 1024

/**
 * Analyzes tables that have grown and have never been analyzed, which PostgreSQL does only after a minute or two. Until
 * then, it takes them for almost empty, and may read all of a table for each row that it looks up.
 */
export async function analyzeNewTables(db: Database, minBytes = usualMinBytes): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples = -1
      and pg_relation_size(oid) >= ${minBytes}::int8`.execute(db)
  if (rows.length === 0) return
  await sql`analyze (skip_locked) ${sql.join(rows.map(({ name }) => sql.id(name)))}`.execute(db)
}
