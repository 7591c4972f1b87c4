import { type Kysely, sql } from 'kysely'

/** States of findings with their assignees, due dates, discussions and history; exclusions become decisions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table exclusion
      -- What was decided: accepted, snoozed, false-positive or not-affected; null for an exclusion.
      add column state text,
      -- Of OpenVEX and CSAF, if not affected.
      add column justification text,
      -- It applies until an advisory names a fixed version.
      add column until_fix boolean not null default false,
      add column approval text not null default 'none'
        check (approval in ('none', 'wanted', 'approved', 'rejected')),
      add column approved_by uuid,
      add column approved_at timestamptz,
      -- The call that made it, with others.
      add column change_uuid uuid,
      -- Whether the advisory was known exploited when it was decided.
      add column is_exploit_known boolean not null default false,
      -- removed, expired, exploited, fix-available, rejected, replaced or reverted; null unless it ended.
      add column end_reason text`.execute(db)
  await sql`create index exclusion_of_project on exclusion (account_uuid, project_uuid) where removed_at is null`.execute(
    db,
  )
  await sql`create index exclusion_wanted on exclusion (account_uuid, created_at)
    where approval = 'wanted' and removed_at is null`.execute(db)
  await sql`alter table account
    -- Decisions that take findings out of the counts need the approval of another member.
    add column requires_approval boolean not null default false,
    -- Days to fix known exploited findings, whatever their severity; null without a target of their own.
    add column exploited_fix_days integer`.execute(db)
  await createStates(db)
  await createChanges(db)
  await createComments(db)
}

async function createStates(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table finding_triage (
      account_uuid uuid not null references account on delete cascade,
      project_uuid uuid not null,
      advisory_uuid uuid not null,
      ecosystem text not null,
      package_name text not null,
      state text not null default 'open',
      -- The decision that it follows from, and one that waits for approval.
      decision_uuid uuid,
      wanted_uuid uuid,
      assignee_uuid uuid,
      -- Set by a member, in place of the date from the targets.
      due_on date,
      changed_at timestamptz not null default now(),
      primary key (account_uuid, project_uuid, advisory_uuid, ecosystem, package_name),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`.execute(db)
  await sql`create index finding_triage_by_assignee on finding_triage (account_uuid, assignee_uuid)
    where assignee_uuid is not null`.execute(db)
  await sql`create index finding_triage_by_state on finding_triage (account_uuid, state) where state <> 'open'`.execute(
    db,
  )
  await sql`create index finding_triage_of_decision on finding_triage (account_uuid, decision_uuid)
    where decision_uuid is not null`.execute(db)
  await sql`create index finding_triage_of_wanted on finding_triage (account_uuid, wanted_uuid)
    where wanted_uuid is not null`.execute(db)
}

async function createChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table finding_change (
      account_uuid uuid not null references account on delete cascade,
      sequence bigint generated always as identity,
      -- The same for all changes of one call.
      change_uuid uuid not null,
      project_uuid uuid not null,
      advisory_uuid uuid not null,
      ecosystem text not null,
      package_name text not null,
      -- state, request, assignee or due.
      kind text not null,
      before jsonb not null,
      after jsonb not null,
      reason text not null,
      -- null: the product itself or one of its policies.
      member_uuid uuid,
      at timestamptz not null default now(),
      primary key (account_uuid, sequence),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`.execute(db)
  await sql`create index finding_change_of_finding on finding_change
    (account_uuid, project_uuid, advisory_uuid, ecosystem, package_name)`.execute(db)
  await sql`create index finding_change_of_call on finding_change (account_uuid, change_uuid)`.execute(db)
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table finding_comment (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      project_uuid uuid not null,
      advisory_uuid uuid not null,
      ecosystem text not null,
      package_name text not null,
      text text not null,
      mentions uuid[] not null,
      member_uuid uuid,
      -- Of an import, whose author is no member.
      author text,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      primary key (account_uuid, uuid),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`.execute(db)
  await sql`create index finding_comment_of_finding on finding_comment
    (account_uuid, project_uuid, advisory_uuid, ecosystem, package_name)`.execute(db)
}
