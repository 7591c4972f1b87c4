import { sql, type Kysely } from 'kysely'

/** Licenses that an account allows or denies for its projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table license_policy (
        account_uuid uuid not null references account on delete cascade,
        uuid uuid not null,
        name text not null,
        mode text not null,
        licenses text[] not null,
        pattern text,
        tags text[] not null,
        is_active boolean not null,
        created_at timestamptz not null default now(),
        primary key (account_uuid, uuid)
      )`,
    )
    .execute(db)
}
