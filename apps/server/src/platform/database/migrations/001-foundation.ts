import { sql, type Kysely } from 'kysely'

/**
 * Account first in every key of an account's tables, so that they can be distributed by account.
 * Advisories belong to no account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...accounts, ...projects, ...scans, ...rules, ...advisories]) {
    await sql.raw(statement).execute(db)
  }
}

const accounts = [
  `create table account (
    uuid uuid primary key,
    name text not null,
    email text not null,
    plan text not null default 'enterprise',
    features text[] not null default '{}',
    is_active boolean not null default true,
    minimum_scores jsonb,
    security_scoring text not null default 'cvss',
    created_at timestamptz not null default now()
  )`,
  `create table account_revision (
    account_uuid uuid primary key references account on delete cascade,
    revision bigint not null default 0
  )`,
  `create table member (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    name text not null,
    email text not null,
    role text not null,
    status text not null default 'Active',
    password_hash text,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid)
  )`,
  // Members of all accounts, because a login names an email address and no account.
  `create table login (
    email text primary key,
    account_uuid uuid not null,
    member_uuid uuid not null,
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  `create table session (
    account_uuid uuid not null,
    uuid uuid not null,
    member_uuid uuid not null,
    access_hash bytea not null,
    access_expires_at timestamptz not null,
    refresh_hash bytea not null,
    spent_refresh_hash bytea,
    spent_at timestamptz,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  `create table api_token (
    account_uuid uuid not null,
    uuid uuid not null,
    member_uuid uuid not null,
    name text not null,
    hash bytea not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  `create table team (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    name text not null,
    description text not null default '',
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid)
  )`,
  `create table team_member (
    account_uuid uuid not null,
    team_uuid uuid not null,
    member_uuid uuid not null,
    role text not null,
    primary key (account_uuid, member_uuid, team_uuid),
    foreign key (account_uuid, team_uuid) references team on delete cascade,
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
]

const projects = [
  `create table project (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    url text not null,
    name text not null,
    team_uuid uuid,
    tags text[] not null default '{}',
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    unique (account_uuid, url),
    foreign key (account_uuid, team_uuid) references team on delete set null (team_uuid)
  )`,
  // last_* copy the newest scan, so that lists do not read scans.
  `create table branch (
    account_uuid uuid not null,
    uuid uuid not null,
    project_uuid uuid not null,
    name text not null,
    last_number integer not null default 0,
    last_scan_uuid uuid,
    last_scanned_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    unique (account_uuid, project_uuid, name),
    foreign key (account_uuid, project_uuid) references project on delete cascade
  )`,
  `create table document (
    account_uuid uuid not null references account on delete cascade,
    digest bytea not null,
    size integer not null,
    content bytea not null,
    created_at timestamptz not null default now(),
    primary key (account_uuid, digest)
  )`,
  // Already compressed by the product.
  `alter table document alter column content set storage external`,
  `create table build (
    account_uuid uuid not null,
    uuid uuid not null,
    project_uuid uuid not null,
    branch_uuid uuid not null,
    source text not null,
    state text not null,
    reason text,
    issues jsonb not null default '[]',
    scan_uuid uuid,
    created_by uuid,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    primary key (account_uuid, uuid),
    foreign key (account_uuid, project_uuid) references project on delete cascade,
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `create index build_unfinished on build (created_at) where state in ('queued', 'scanning')`,
  `create index build_of_branch on build (account_uuid, branch_uuid, created_at desc)`,
  `create table build_document (
    account_uuid uuid not null,
    build_uuid uuid not null,
    position integer not null,
    path text not null,
    format text not null,
    digest bytea not null,
    primary key (account_uuid, build_uuid, position),
    foreign key (account_uuid, build_uuid) references build on delete cascade,
    foreign key (account_uuid, digest) references document
  )`,
]

const scans = [
  // Its numbers are never updated. Totals are cumulative over the branch's scans, including this one.
  `create table scan (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    number integer not null,
    uuid uuid not null,
    project_uuid uuid not null,
    build_uuid uuid not null,
    scanned_at timestamptz not null,
    security_score integer not null,
    stability_score integer not null,
    licensing_score integer not null,
    security_penalty real not null,
    stability_penalty real not null,
    licensing_penalty real not null,
    formula_version integer not null,
    outcome text not null,
    declared_outcome text,
    component_count integer not null,
    languages text[] not null,
    files text[] not null,
    vulnerability_count integer not null,
    vulnerability_delta integer not null,
    identified_count integer not null,
    mitigation_count integer not null,
    identified_total integer not null,
    addressed_total integer not null,
    issues jsonb not null default '[]',
    excluded jsonb not null default '[]',
    index_versions jsonb not null default '{}',
    primary key (account_uuid, branch_uuid, number),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `create unique index scan_uuid on scan (account_uuid, uuid)`,
  `create unique index scan_build on scan (account_uuid, build_uuid)`,
  // Metrics read the two ends of the window per branch, from this index only.
  `create unique index scan_by_time on scan (account_uuid, branch_uuid, scanned_at)
    include (number, security_score, vulnerability_count, vulnerability_delta,
             identified_count, mitigation_count, identified_total, addressed_total)`,
  // From first to last scan, like a finding: rescans write nothing for unchanged components.
  `create table component (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    digest bytea not null,
    introduced_number integer not null,
    ended_number integer,
    ecosystem text,
    package_name text not null,
    name text not null,
    version text not null,
    purl text,
    scope text not null,
    is_direct boolean,
    required_by text[] not null,
    locations text[] not null,
    licenses text[] not null,
    violations jsonb not null,
    latest_patch text,
    latest_minor text,
    latest_major text,
    primary key (account_uuid, branch_uuid, digest, introduced_number),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `create index component_in_use on component (account_uuid, ecosystem, package_name, branch_uuid)
    where ended_number is null`,
  `create table finding (
    account_uuid uuid not null,
    uuid uuid not null,
    branch_uuid uuid not null,
    project_uuid uuid not null,
    ecosystem text not null,
    package_name text not null,
    display_name text not null,
    advisory_uuid uuid not null,
    cve text,
    severity text not null,
    cvss real,
    category text not null,
    published_at timestamptz,
    fixed_versions text[] not null,
    versions jsonb not null,
    introduced_number integer not null,
    introduced_at timestamptz not null,
    ended_number integer,
    ended_at timestamptz,
    end_kind text,
    fixed_by text,
    days_to_fix integer,
    primary key (account_uuid, uuid),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  `create unique index finding_open on finding (account_uuid, branch_uuid, ecosystem, package_name, advisory_uuid)
    where ended_at is null`,
  `create index finding_of_branch on finding (account_uuid, branch_uuid, introduced_number)`,
  `create index finding_ended on finding (account_uuid, branch_uuid, ended_at) where ended_at is not null`,
  `create index finding_by_advisory on finding (advisory_uuid)`,
  // Scans per day, for the usage chart.
  `create table branch_day (
    account_uuid uuid not null,
    day date not null,
    branch_uuid uuid not null,
    scans integer not null,
    primary key (account_uuid, day, branch_uuid),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
]

const rules = [
  `create table exclusion (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    domain text not null,
    target jsonb not null,
    reason text not null,
    description text not null,
    project_uuid uuid,
    created_by uuid not null,
    created_at timestamptz not null default now(),
    removed_at timestamptz,
    primary key (account_uuid, uuid)
  )`,
  `create index exclusion_by_day on exclusion (account_uuid, created_at)`,
]

const advisories = [
  // A cluster of aliases. joined_into is the older cluster it was merged into.
  `create table advisory (
    uuid uuid primary key,
    sequence bigint generated always as identity unique,
    cve text,
    severity text not null default 'unknown',
    cvss real,
    published_at timestamptz,
    category text not null default 'vulnerability',
    joined_into uuid references advisory,
    created_at timestamptz not null default now()
  )`,
  `create table advisory_alias (
    alias text primary key,
    advisory_uuid uuid not null references advisory
  )`,
  `create index advisory_alias_cluster on advisory_alias (advisory_uuid)`,
  `create table advisory_record (
    id text primary key,
    advisory_uuid uuid not null references advisory,
    source text not null,
    digest bytea not null,
    modified_at timestamptz,
    withdrawn_at timestamptz,
    document bytea not null,
    synced_at timestamptz not null default now()
  )`,
  `alter table advisory_record alter column document set storage external`,
  `create index advisory_record_cluster on advisory_record (advisory_uuid)`,
  // Affected versions of a package by record; the index is compiled from these rows.
  `create table advisory_package (
    ecosystem text not null,
    package_name text not null,
    record_id text not null references advisory_record on delete cascade,
    position integer not null,
    affected jsonb not null,
    primary key (ecosystem, package_name, record_id, position)
  )`,
  `create index advisory_package_record on advisory_package (record_id)`,
  `create table advisory_index (
    ecosystem text primary key,
    version bigint not null,
    entries integer not null,
    content bytea not null,
    is_stale boolean not null default false,
    compiled_at timestamptz not null default now()
  )`,
  `alter table advisory_index alter column content set storage external`,
  `create table advisory_sync (
    uuid uuid primary key,
    source text not null,
    state text not null,
    progress jsonb not null,
    reason text,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
]
