import { sql } from 'kysely'
import { jsonText } from '#platform/database/json-text.ts'
import type { Database } from '#platform/database/database.ts'

interface DatabaseFacts {
  bytes: number
  /** Of the server, by all programs. */
  connections: number
  maxConnections: number
  /** Of the oldest transaction, in seconds. */
  transactionSeconds: number
}

export async function readDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select pg_database_size(current_database())::float8 as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
      current_setting('max_connections')::int as "maxConnections",
      coalesce((select extract(epoch from max(clock_timestamp() - xact_start)) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()), 0)::float8 as "transactionSeconds"`.execute(
    db,
  )
  return rows[0]!
}

/** The age in seconds of the oldest event that a consumer has not handled, by consumer; 0 if there is none. */
export async function readEventLags(
  db: Database,
  consumers: readonly { name: string; types: readonly string[] }[],
): Promise<{ name: string; seconds: number }[]> {
  const given = jsonText(consumers.map(({ name, types }) => ({ name, types })))
  const { rows } = await sql<{ name: string; seconds: number }>`
    select progress.name, coalesce(extract(epoch from clock_timestamp() - oldest.at), 0)::float8 as seconds
    from outbox_consumer progress
      join jsonb_to_recordset(${given}::jsonb) as given (name text, types text[]) on given.name = progress.name
      left join lateral (
        select at from outbox_event
        where (position > progress.position or position is null) and type = any(given.types)
        order by position limit 1) oldest on true`.execute(db)
  return rows
}

/** Jobs that ran out of attempts and wait for the operator, by kind. */
export async function countFailedJobs(db: Database): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select job as name, count(*)::int as count from dead_letter group by job`.execute(db)
  return rows
}
