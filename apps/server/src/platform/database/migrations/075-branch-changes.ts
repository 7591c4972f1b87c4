import { sql, type Kysely } from 'kysely'

/**
 * The transaction that last changed a branch or its project: rows in memory ask, by their snapshot, what has changed
 * since, without an account-wide counter that scans would wait for. Also, scans per day become one row per month.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...changes, ...signals, ...months]) await sql.raw(statement).execute(db)
}

const changes = [
  `create function stamp_change() returns trigger language plpgsql as $$
    begin
      new.changed_in := pg_current_xact_id();
      return new;
    end $$`,
  ...['project', 'branch'].flatMap((table) => [
    `alter table ${table} add column changed_in xid8 not null default pg_current_xact_id()`,
    `create index ${table}_changed on ${table} (account_uuid, changed_in)`,
    `create trigger ${table}_changed before update on ${table} for each row execute function stamp_change()`,
  ]),
]

const signals = [
  // One row per transaction that wrote signals: snapshots that do not contain it read them again.
  `create table advisory_signal_change (changed_in xid8 primary key)`,
  `create function note_signal_change() returns trigger language plpgsql as $$
    begin
      insert into advisory_signal_change values (pg_current_xact_id()) on conflict do nothing;
      return null;
    end $$`,
  `create trigger advisory_signal_changed after insert or update or delete or truncate on advisory_signal
    for each statement execute function note_signal_change()`,
]

const dayOfMonth = (day: number) =>
  `coalesce(sum(scans) filter (where extract(day from day) = ${day}), 0)::int`

const months = [
  `create table branch_month (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    -- First day of the month, UTC.
    month date not null,
    -- By day, 1 to 31.
    scans integer[] not null,
    primary key (account_uuid, branch_uuid, month),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `insert into branch_month (account_uuid, branch_uuid, month, scans)
    select account_uuid, branch_uuid, date_trunc('month', day)::date,
      array[${Array.from({ length: 31 }, (_, at) => dayOfMonth(at + 1)).join(', ')}]
    from branch_day group by 1, 2, 3`,
  `drop table branch_day`,
  `analyze branch_month`,
]
