import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

interface Statement {
  text: string
  calls: number
  meanMs: number
  totalMs: number
}

const maxText = 400

/** The statements that took most time in total, by the extension pg_stat_statements; null without it. */
export async function listStatements(db: Database): Promise<Statement[] | null> {
  const { rows: found } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_stat_statements'`.execute(db)
  if (!found[0]) return null
  const { rows } = await sql<Statement>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), ${maxText}) as text, calls::float8 as calls,
      mean_exec_time::float8 as "meanMs", total_exec_time::float8 as "totalMs"
    from ${sql.id(found[0].schema, 'pg_stat_statements')}
    where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit 10`.execute(db)
  return rows
}

/** The age in seconds of the oldest event that each consumer has not handled. */
export async function listConsumerLags(db: Database): Promise<{ consumer: string; seconds: number }[]> {
  const { rows } = await sql<{ consumer: string; seconds: number }>`
    select name as consumer, coalesce(extract(epoch from clock_timestamp() - oldest.at), 0)::float8 as seconds
    from outbox_consumer left join lateral (
      select at from outbox_event
      where outbox_event.position > outbox_consumer.position order by outbox_event.position limit 1) oldest on true
    order by 2 desc, 1`.execute(db)
  return rows
}
