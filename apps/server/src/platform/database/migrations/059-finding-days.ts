import { sql, type Kysely } from 'kysely'

/**
 * Cause of each finding; findings opened and closed per branch and day, by severity and cause; and the age of open
 * findings. From now on, scans maintain them in their transaction. Existing histories are derived from the findings:
 * the last severity of a finding is assumed for its whole lifetime.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables, ...causes, ...counters]) await sql.raw(statement).execute(db)
}

const tables = [
  // 'first-scan', 'dependency', 'advisory', 'exclusion-lifted' or 'coverage-restored'.
  `alter table finding add column introduced_by text not null default 'dependency'`,
  // The previous finding, if it returned.
  `create index finding_earlier on finding
    (account_uuid, branch_uuid, ecosystem, package_name, advisory_uuid, ended_number) where ended_number is not null`,
  `create table finding_day (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    -- UTC.
    day date not null,
    severity text not null,
    -- Why it was opened or how it ended; 'rerated' moves it from one severity to another.
    cause text not null,
    -- Of fixed findings; null if unknown or not fixed.
    days_to_fix integer,
    findings integer not null,
    unique nulls not distinct (account_uuid, branch_uuid, day, severity, cause, days_to_fix),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `create index finding_day_by_day on finding_day (account_uuid, day)
    include (branch_uuid, severity, cause, days_to_fix, findings)`,
  `create table finding_age (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    severity text not null,
    -- The later of introduction and publication, UTC.
    since date not null,
    findings integer not null,
    primary key (account_uuid, branch_uuid, severity, since),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
]

const causes = [
  // The previous scan contained the component in an affected version.
  `create temporary table finding_present on commit drop as
    select distinct finding.account_uuid, finding.uuid
    from finding
    cross join lateral jsonb_array_elements(finding.versions) span
    join component on component.account_uuid = finding.account_uuid and component.branch_uuid = finding.branch_uuid
      and component.ecosystem = finding.ecosystem and component.package_name = finding.package_name
      and component.version = span ->> 'version'
    where finding.introduced_number > 1
      and (span ->> 'from')::int = finding.introduced_number
      and component.introduced_number < finding.introduced_number
      and (component.ended_number is null or component.ended_number >= finding.introduced_number)`,
  `create temporary table finding_excluded on commit drop as
    select distinct scan.account_uuid, scan.branch_uuid, scan.number, entry ->> 'ecosystem' as ecosystem,
      entry ->> 'packageName' as package_name, entry ->> 'advisoryUuid' as advisory_uuid
    from scan cross join lateral jsonb_array_elements(scan.excluded) entry
    where scan.excluded <> '[]' and exists (
      select from finding where finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
        and finding.introduced_number = scan.number + 1)`,
  `analyze finding_present, finding_excluded`,
  `update finding set introduced_by = told.cause
    from (
      select finding.account_uuid, finding.uuid, case
        when finding.introduced_number = 1 then 'first-scan'
        when earlier.end_kind = 'coverage-lost' then 'coverage-restored'
        when finding_present.uuid is null then 'dependency'
        when earlier.end_kind = 'excluded' or finding_excluded.number is not null then 'exclusion-lifted'
        else 'advisory' end as cause
      from finding
      left join finding_present on finding_present.account_uuid = finding.account_uuid
        and finding_present.uuid = finding.uuid
      left join finding_excluded on finding_excluded.account_uuid = finding.account_uuid
        and finding_excluded.branch_uuid = finding.branch_uuid
        and finding_excluded.number = finding.introduced_number - 1
        and finding_excluded.ecosystem = finding.ecosystem
        and finding_excluded.package_name = finding.package_name
        and finding_excluded.advisory_uuid = finding.advisory_uuid::text
      left join lateral (
        select end_kind from finding other
        where other.account_uuid = finding.account_uuid and other.branch_uuid = finding.branch_uuid
          and other.ecosystem = finding.ecosystem and other.package_name = finding.package_name
          and other.advisory_uuid = finding.advisory_uuid and other.ended_number < finding.introduced_number
        order by other.ended_number desc limit 1) earlier on finding.introduced_number > 1
    ) told
    where finding.account_uuid = told.account_uuid and finding.uuid = told.uuid and told.cause <> 'dependency'`,
  `drop table finding_present, finding_excluded`,
]

const counters = [
  `insert into finding_day (account_uuid, branch_uuid, day, severity, cause, days_to_fix, findings)
    select account_uuid, branch_uuid, (introduced_at at time zone 'UTC')::date, severity, introduced_by, null::int,
      count(*)
    from finding group by 1, 2, 3, 4, 5
    union all
    select account_uuid, branch_uuid, (ended_at at time zone 'UTC')::date, severity, end_kind, days_to_fix, count(*)
    from finding where ended_at is not null group by 1, 2, 3, 4, 5, 6`,
  `insert into finding_age (account_uuid, branch_uuid, severity, since, findings)
    select account_uuid, branch_uuid, severity,
      (greatest(introduced_at, published_at) at time zone 'UTC')::date, count(*)
    from finding where ended_at is null group by 1, 2, 3, 4`,
  `analyze finding_day, finding_age`,
]
