import { type Kysely, sql } from 'kysely'

/** Who was erased. The name and address are there only until the past is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erased_member (
      account_uuid uuid not null references account on delete cascade,
      member_uuid uuid not null,
      requested_at timestamptz not null default now(),
      completed_at timestamptz,
      email text,
      name text,
      primary key (account_uuid, member_uuid)
    )`.execute(db)
}
