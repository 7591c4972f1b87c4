import { sql, type Kysely } from 'kysely'

/** Minimum scores per tag, expiring exclusions, and audit log indexes by day, member and action. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table tag_threshold (
    account_uuid uuid not null,
    tag_uuid uuid not null,
    security int,
    stability int,
    licensing int,
    primary key (account_uuid, tag_uuid),
    foreign key (account_uuid, tag_uuid) references tag on delete cascade
  )`,
  `alter table exclusion add column expires_at timestamptz`,
  `alter table audit_event add column agent text not null default ''`,
  `create index audit_event_by_time on audit_event (account_uuid, at, sequence)`,
  `create index audit_event_by_member on audit_event (account_uuid, member_uuid, at, sequence)`,
  `create index audit_event_by_action on audit_event (account_uuid, action, at, sequence)`,
]
