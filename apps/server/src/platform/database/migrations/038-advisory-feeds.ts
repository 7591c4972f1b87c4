import { sql, type Kysely } from 'kysely'

/** Feeds that are synced automatically, with their progress: ecosystem archives, KEV, EPSS and end-of-life dates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table advisory_feed (
      -- An ecosystem, 'kev', 'epss' or 'end-of-life'.
      id text primary key,
      -- URL or folder that was read; null if never.
      source text,
      -- When it was last read completely, and when it was last read or found unchanged.
      full_at timestamptz,
      checked_at timestamptz,
      -- Records modified until then have been read.
      modified_to timestamptz,
      etag text,
      -- Since the last successful attempt.
      error text,
      failures integer not null default 0,
      next_at timestamptz not null default now()
    )`,
    `insert into advisory_feed (id)
      select distinct ecosystem from component where ended_number is null and ecosystem is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
