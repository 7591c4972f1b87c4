import { sql, type Kysely } from 'kysely'

/** What is read by itself, and how far: archives of ecosystems, and the lists that go with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table advisory_feed (
      -- An ecosystem, 'kev', 'epss' or 'end-of-life'.
      id text primary key,
      -- The address or folder that was read; null: none was.
      source text,
      -- When all of it was last read, and when it was last read or found to be as before.
      full_at timestamptz,
      checked_at timestamptz,
      -- Records modified up to then were read.
      modified_to timestamptz,
      etag text,
      -- Of the attempts since the last that succeeded.
      error text,
      failures integer not null default 0,
      next_at timestamptz not null default now()
    )`,
    `insert into advisory_feed (id)
      select distinct ecosystem from component where ended_number is null and ecosystem is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
