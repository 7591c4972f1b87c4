import { type Kysely, sql } from 'kysely'

/** Rules of accounts, what they said of each scan, and the percentiles that they compare with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table policy_rule (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      name text not null,
      description text not null default '',
      condition text not null,
      effect text not null,
      mode text not null,
      when_unknown text not null,
      -- The only project that it applies to; null for all that the other columns admit.
      project_uuid uuid,
      group_uuid uuid,
      pattern text,
      tags text[] not null default '{}',
      team_uuids uuid[],
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`.execute(db)
  await sql`create index policy_rule_of_project on policy_rule (account_uuid, project_uuid)
    where project_uuid is not null`.execute(db)
  await sql`
    create table rule_result (
      account_uuid uuid not null,
      scan_uuid uuid not null,
      -- In the order of evaluation.
      position integer not null,
      branch_uuid uuid not null,
      -- Of the account's rule; of a rule in the repository, derived from its text.
      rule_uuid uuid not null,
      name text not null,
      effect text not null,
      mode text not null,
      -- Path in the repository; null for a rule of the account.
      file text,
      hit_count integer not null,
      undecided_count integer not null,
      passed_unknown integer not null,
      fails boolean not null,
      hits jsonb not null,
      issues jsonb not null,
      primary key (account_uuid, scan_uuid, position),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
  await sql`create index rule_result_of_branch on rule_result (account_uuid, branch_uuid)`.execute(db)
  await sql`create index rule_result_of_rule on rule_result (account_uuid, rule_uuid, branch_uuid)`.execute(
    db,
  )
  // The outcome by scores and coverage alone; null if no rule applied.
  await sql`alter table scan add column outcome_without_rules text`.execute(db)
  await sql`alter table advisory_signal add column epss_percentile real`.execute(db)
}
