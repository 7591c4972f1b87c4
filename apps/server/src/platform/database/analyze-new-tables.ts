import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Reading smaller tables completely is fast enough. */
const usualMinBytes = 64 * 1024

/**
 * Analyzes tables that have grown and have never been analyzed, which PostgreSQL does only after a minute or two. Until
 * then, it assumes they are almost empty, and may read a whole table for each lookup.
 */
export async function analyzeNewTables(db: Database, minBytes = usualMinBytes): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples = -1
      and pg_relation_size(oid) >= ${minBytes}::int8`.execute(db)
  if (rows.length === 0) return
  await sql`analyze (skip_locked) ${sql.join(rows.map(({ name }) => sql.id(name)))}`.execute(db)
}
