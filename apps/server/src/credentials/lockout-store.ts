import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** The latest moment until which one of the keys is blocked; null when none is. */
export async function findBlock(db: Database, keys: Uint8Array[]): Promise<Date | null> {
  const row = await db
    .selectFrom('login_failure')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where('key', 'in', keys)
    .where('blocked_until', '>', new Date())
    .executeTakeFirst()
  return row?.until ?? null
}

export interface Limit {
  key: Uint8Array
  /** So many failures are free. */
  free: number
}

/** Counts a failure; each beyond the free ones blocks twice as long as the one before, for 15 minutes at most. */
export const countFailure = async (db: Database, { key, free }: Limit): Promise<void> => {
  await sql`
    insert into login_failure as f (key, failures, last_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case when f.last_at < now() - interval '1 hour' then 1 else f.failures + 1 end,
      last_at = now(),
      blocked_until = case when f.last_at >= now() - interval '1 hour' and f.failures + 1 > ${free}::int
        then now() + make_interval(secs => least(900, power(2, least(f.failures + 1 - ${free}::int, 20)))) end`.execute(
    db,
  )
}

export const forgetFailures = (db: Database, key: Uint8Array) =>
  db.deleteFrom('login_failure').where('key', '=', key).execute()
