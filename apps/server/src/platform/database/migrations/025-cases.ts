import { type Kysely, sql } from 'kysely'

/** Cases of known exploited vulnerabilities, with their deadlines, time lines and the settings of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exploited_case (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      advisory_uuid uuid not null,
      owner_uuid uuid,
      -- When the clocks started, again if it was opened again.
      aware_at timestamptz not null,
      -- When a corrective or mitigating measure was available.
      measure_at timestamptz,
      -- By name: value and source.
      facts jsonb not null,
      -- What members wrote for the notifications, by name.
      notes jsonb not null default '{}',
      closed_at timestamptz,
      close_reason text,
      primary key (account_uuid, uuid),
      unique (account_uuid, advisory_uuid)
    )`.execute(db)
  await sql`create index exploited_case_open on exploited_case (account_uuid, aware_at, uuid)
    where closed_at is null`.execute(db)
  await sql`create index exploited_case_closed on exploited_case (account_uuid, aware_at, uuid)
    where closed_at is not null`.execute(db)
  await sql`
    create table case_deadline (
      account_uuid uuid not null,
      case_uuid uuid not null,
      regime text not null,
      step text not null,
      position integer not null,
      -- aware or measure.
      starts text not null,
      -- null without a date.
      hours integer,
      due_at timestamptz,
      done_at timestamptz,
      done_by uuid,
      -- Whether it was reported that it is overdue.
      is_reported boolean not null default false,
      primary key (account_uuid, case_uuid, regime, step),
      foreign key (account_uuid, case_uuid) references exploited_case on delete cascade
    )`.execute(db)
  await sql`create index case_deadline_due on case_deadline (account_uuid, due_at)
    where done_at is null and not is_reported`.execute(db)
  await sql`
    create table case_entry (
      account_uuid uuid not null,
      sequence bigint generated always as identity,
      case_uuid uuid not null,
      kind text not null,
      subject text,
      text text not null default '',
      -- null: the product itself.
      member_uuid uuid,
      at timestamptz not null default now(),
      primary key (account_uuid, sequence),
      foreign key (account_uuid, case_uuid) references exploited_case on delete cascade
    )`.execute(db)
  await sql`create index case_entry_of_case on case_entry (account_uuid, case_uuid, sequence)`.execute(db)
  await sql`
    create table case_setting (
      account_uuid uuid primary key references account on delete cascade,
      regimes text[] not null,
      -- Deadlines of its own: name, starts, hours.
      own jsonb not null
    )`.execute(db)
}
