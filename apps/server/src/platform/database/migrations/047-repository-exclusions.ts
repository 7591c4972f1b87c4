import { sql, type Kysely } from 'kysely'

/** Exclusions from files in repositories, referenced by the findings of reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table repository_exclusion (
        account_uuid uuid not null references account on delete cascade,
        -- Stable across scans for the same exclusion.
        uuid uuid not null,
        path text not null,
        reason text not null,
        description text not null,
        created_at timestamptz not null default now(),
        primary key (account_uuid, uuid)
      )`,
    )
    .execute(db)
}
