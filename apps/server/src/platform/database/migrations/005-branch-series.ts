import { sql, type Kysely } from 'kysely'

/**
 * The history of a branch as packed numbers, which a process reads at once: a point of each scan, and what it opened and
 * ended. They replace counters by day and by month, and stores instead of triggers write which transaction changed a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...series, ...history, ...stamps]) await sql.raw(statement).execute(db)
}

const series = [
  `create table branch_series (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    -- Bounded, so that a scan rewrites about 1 KB.
    chunk integer not null,
    -- Integers of 4 bytes, big-endian: reporting/numbers/point.ts describes them.
    points bytea not null,
    flow bytea not null,
    primary key (account_uuid, branch_uuid, chunk),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  // Not compressed: a chunk is appended to more often than it is read.
  `alter table branch_series alter column points set storage external`,
  `alter table branch_series alter column flow set storage external`,
]

const textsOf = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`

const severities = ['critical', 'high', 'medium', 'low', 'none', 'unknown']
const ends = ['upgraded', 'removed', 'withdrawn', 'excluded', 'coverage-lost']
const openings = ['first-scan', 'dependency', 'advisory', 'exclusion-lifted', 'coverage-restored']
const causes = [...ends, ...openings, 'rerated']

/** 32 scans per chunk. */
const history = [
  `insert into branch_series (account_uuid, branch_uuid, chunk, points, flow)
    select account_uuid, branch_uuid, (number - 1) / 32, string_agg(
      int4send((scanned_at at time zone 'UTC')::date - date '1970-01-01')
        || int4send((extract(epoch from (scanned_at at time zone 'UTC')::time) * 1000)::int)
        || int4send(vulnerability_count) || int4send(identified_total) || int4send(addressed_total)
        || int4send(coalesce(round(libyears::numeric * 100)::int, -1)) || int4send(coalesce(unknown_releases, -1))
        || int4send(security_score | (255 << 8) | (7 << 16)), ''::bytea order by number), ''
    from scan group by 1, 2, 3`,
  `update branch_series set flow = added.flow
    from (
      select account_uuid, branch_uuid, string_agg(
        int4send(day - date '1970-01-01')
          || int4send(16 * (array_position(${textsOf(severities)}, severity) - 1) + array_position(${textsOf(causes)}, cause) - 1)
          || int4send(coalesce(days_to_fix, -1)) || int4send(findings), ''::bytea order by day) as flow
      from finding_day group by 1, 2) added
    where branch_series.account_uuid = added.account_uuid and branch_series.branch_uuid = added.branch_uuid
      and chunk = 0`,
  `drop table finding_day, branch_month`,
  `analyze branch_series`,
]

const stamps = [
  ...['project', 'branch'].map((table) => `drop trigger ${table}_changed on ${table}`),
  `drop function stamp_change()`,
  `drop trigger advisory_signal_changed on advisory_signal`,
  `drop function note_signal_change()`,
  `alter table exclusion add column changed_in xid8 not null default pg_current_xact_id()`,
  `create index exclusion_changed on exclusion (account_uuid, changed_in)`,
]
