import { type Kysely, sql } from 'kysely'

/** Rules that decide about findings, and which decisions are theirs. Rules of a group go with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table policy_rule
    -- The state and justification of the effect 'triage'.
    add column decision jsonb`.execute(db)
  await sql`delete from policy_rule where group_uuid is not null and not exists (
    select from project_group where project_group.account_uuid = policy_rule.account_uuid
      and project_group.uuid = policy_rule.group_uuid)`.execute(db)
  await sql`alter table policy_rule
    add foreign key (account_uuid, group_uuid) references project_group on delete cascade`.execute(db)
  await sql`create index policy_rule_of_group on policy_rule (account_uuid, group_uuid)
    where group_uuid is not null`.execute(db)
  await sql`alter table exclusion add column rule_uuid uuid`.execute(db)
  await sql`create index exclusion_of_rule on exclusion (account_uuid, rule_uuid)
    where rule_uuid is not null and removed_at is null`.execute(db)
}
