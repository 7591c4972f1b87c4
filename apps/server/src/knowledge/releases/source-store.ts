import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

const leaseMinutes = 5

/**
 * Leases the source to this reader, unless another one holds it or it is paused.
 * Uses clock_timestamp(): a statement that waited for a concurrent insert started before that row was created.
 */
export async function acquireSource(db: Database, name: string, reader: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into release_source (name, leased_by, leased_until)
    values (${name}, ${reader}, now() + make_interval(mins => ${leaseMinutes}))
    on conflict (name) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
    where release_source.resumes_at <= clock_timestamp()
      and (release_source.leased_until < clock_timestamp() or release_source.leased_by = excluded.leased_by)`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function releaseSources(db: Database, reader: string): Promise<void> {
  await sql`update release_source set leased_until = now() where leased_by = ${reader}`.execute(db)
}

export async function saveSourceSuccess(db: Database, name: string): Promise<void> {
  await sql`update release_source set last_success_at = now(), failures = 0 where name = ${name}`.execute(db)
}

interface SourceFailure {
  error: string
  /** null: exponential backoff, from a minute to an hour. */
  pauseMs: number | null
}

export async function saveSourceFailure(
  db: Database,
  name: string,
  { error, pauseMs }: SourceFailure,
): Promise<void> {
  await sql`
    update release_source set last_error_at = now(), error = ${error.slice(0, 1000)}, failures = failures + 1,
      resumes_at = now() + make_interval(secs => coalesce(${pauseMs}::float8 / 1000,
        least(3600, 60 * 2 ^ least(failures, 10))))
    where name = ${name}`.execute(db)
}

/** A failure of one package that does not affect the source. */
export async function saveSourceError(db: Database, name: string, error: string): Promise<void> {
  await sql`
    update release_source set last_error_at = now(), error = ${error.slice(0, 1000)} where name = ${name}`.execute(
    db,
  )
}

export interface StoredSource {
  name: string
  lastSuccessAt: Date | null
  lastErrorAt: Date | null
  error: string | null
  failures: number
  resumesAt: Date
  isPaused: boolean
}

export async function listSources(db: Database): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`
    select name, last_success_at as "lastSuccessAt", last_error_at as "lastErrorAt", error, failures,
      resumes_at as "resumesAt", resumes_at > now() as "isPaused"
    from release_source order by name`.execute(db)
  return rows
}
