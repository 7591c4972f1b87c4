import { sql, type Kysely } from 'kysely'

/** Upgrades that close the open findings of each branch, and decisions about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table branch_upgrade (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    position integer not null,
    project_uuid uuid not null,
    ecosystem text not null,
    package_name text not null,
    display_name text not null,
    -- '' if no known release fixes these findings.
    to_version text not null,
    -- 0 patch, 1 minor, 2 major; null without a release.
    step integer,
    is_known_release boolean not null,
    from_versions text[] not null,
    is_direct boolean,
    through text[] not null,
    lockfile text,
    -- Findings that it closes.
    critical integer not null,
    high integer not null,
    medium integer not null,
    low integer not null,
    none integer not null,
    unknown integer not null,
    -- Others that also need another upgrade of the package.
    shared integer not null,
    -- Of the closed findings, one entry each.
    cves text[] not null,
    primary key (account_uuid, branch_uuid, position),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `create index advisory_signal_exploited on advisory_signal (cve) include (known_exploited, epss)
    where known_exploited or epss >= 0.1`,
  `create table upgrade_decision (
    account_uuid uuid not null references account on delete cascade,
    -- Identifies the upgrade and the scope of the decision.
    digest bytea not null,
    ecosystem text not null,
    package_name text not null,
    to_version text not null,
    -- null for all projects of the account, or of the teams.
    project_uuid uuid,
    team_uuids uuid[],
    assignee_uuid uuid,
    snoozed_until timestamptz,
    decided_by uuid not null,
    decided_at timestamptz not null default now(),
    primary key (account_uuid, digest)
  )`,
  // The next sync rescans branches with open findings, which plans their upgrades.
  `insert into advisory_changed_package (ecosystem, package_name)
    select distinct ecosystem, package_name from finding where ended_at is null
    order by 1, 2 on conflict do nothing`,
]
