import { sql, type Kysely } from 'kysely'

/** What the repositories of an account exclude, for the reports whose findings name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table repository_exclusion (
        account_uuid uuid not null references account on delete cascade,
        -- The same for the same exclusion in every scan.
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
