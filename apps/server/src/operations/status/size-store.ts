import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Stores the size of the database of today, and forgets those of over a year ago. */
export async function recordSize(db: Database): Promise<void> {
  await sql`
    insert into database_size (day, bytes) values (current_date, pg_database_size(current_database()))
    on conflict (day) do update set bytes = excluded.bytes`.execute(db)
  await sql`delete from database_size where day < current_date - 400`.execute(db)
}

interface Size {
  /** Days before today. */
  age: number
  bytes: number
}

/** Those of the last month, oldest first. */
export async function listSizes(db: Database): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select (current_date - day)::int as age, bytes::float8 as bytes
    from database_size where day >= current_date - 30 order by day`.execute(db)
  return rows
}

/** The largest tables with their indexes; rows are the estimate of the planner. */
export async function listLargestTables(
  db: Database,
): Promise<{ name: string; bytes: number; rows: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
    select c.relname as name, sum(pg_total_relation_size(leaf.oid))::float8 as bytes,
      sum(greatest(leaf.reltuples, 0))::float8 as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join lateral (
        select part.oid, part.reltuples from pg_partition_tree(c.oid) tree join pg_class part on part.oid = tree.relid
        where tree.isleaf
        union all select c.oid, c.reltuples where c.relkind = 'r'
      ) leaf on true
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'queue')
    group by c.oid, c.relname order by 2 desc limit 10`.execute(db)
  return rows
}
