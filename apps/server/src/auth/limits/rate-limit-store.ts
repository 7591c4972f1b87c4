import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface Limit {
  key: Uint8Array
  /** Attempts per hour that never block. */
  free: number
}

export interface CountedAttempt {
  key: Uint8Array
  /** How long this attempt blocks further ones. */
  blockedUntil: Date | null
}

/**
 * Counts an attempt, or returns null if the key is blocked. A single statement, so that concurrent attempts are counted
 * one by one. Each attempt above the limit doubles the block, up to 15 minutes.
 */
export async function countAttempt(db: Database, { key, free }: Limit): Promise<CountedAttempt | null> {
  const { rows } = await sql<{ blockedUntil: Date | null }>`
    insert into login_failure as f (key, failures, last_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case when f.last_at < now() - interval '1 hour' then 1 else f.failures + 1 end,
      last_at = now(),
      -- In milliseconds, like a Date, because refundAttempt compares them.
      blocked_until = case when f.last_at >= now() - interval '1 hour' and f.failures + 1 > ${free}::int
        then date_trunc('milliseconds', now())
          + make_interval(secs => least(900, power(2, least(f.failures + 1 - ${free}::int, 20)))) end
    where f.blocked_until is null or f.blocked_until <= now()
    returning blocked_until as "blockedUntil"`.execute(db)
  return rows[0] ? { key, blockedUntil: rows[0].blockedUntil } : null
}

/** Counts an occurrence and returns how many there were without an hour between two of them. Blocks nothing. */
export async function countOccurrence(db: Database, key: Uint8Array): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into login_failure as f (key, failures, last_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case when f.last_at < now() - interval '1 hour' then 1
        else least(f.failures::bigint + 1, 2147483647)::integer end,
      last_at = now()
    returning failures as count`.execute(db)
  return rows[0]!.count
}

/** Seconds until the key is unblocked; 0 if it is not blocked. */
export async function secondsBlocked(db: Database, key: Uint8Array): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from blocked_until - now())::float8 as seconds
    from login_failure where key = ${key} and blocked_until > now()`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Reverts an attempt. */
export const refundAttempt = async (db: Database, { key, blockedUntil }: CountedAttempt): Promise<void> => {
  await sql`
    update login_failure set failures = greatest(failures - 1, 0),
      blocked_until = case when blocked_until = ${blockedUntil} then null else blocked_until end
    where key = ${key}`.execute(db)
}

export const forgetAttempts = (db: Database, key: Uint8Array) =>
  db.deleteFrom('login_failure').where('key', '=', key).execute()

/** Deletes expired keys. Skips rows being updated. */
export const deleteOldAttempts = async (db: Database): Promise<void> => {
  await sql`
    delete from login_failure where key in (
      select key from login_failure where last_at < now() - interval '1 hour'
      order by last_at limit 100 for update skip locked)`.execute(db)
}
