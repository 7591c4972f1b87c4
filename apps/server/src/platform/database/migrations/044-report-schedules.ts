import { sql, type Kysely } from 'kysely'

/** Scheduled reports, and who is notified of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table report_schedule (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      -- The member whose permissions apply when it runs; deleted with the member.
      member_uuid uuid not null,
      created_by text not null,
      -- The team whose projects the reports cover; null for the whole account.
      team_uuids uuid[],
      project_uuid uuid,
      every text not null,
      request jsonb not null,
      formats text[] not null,
      next_at timestamptz not null,
      -- Why the last run failed.
      problem text,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      foreign key (account_uuid, member_uuid) references member (account_uuid, uuid) on delete cascade,
      foreign key (account_uuid, project_uuid) references project (account_uuid, uuid) on delete cascade
    )`,
    `create index report_schedule_due on report_schedule (next_at)`,
    // The member who is notified when it is ready; null for none.
    `alter table report_export add column told_member_uuid uuid`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
