import { type Kysely, sql } from 'kysely'

/**
 * Stores what is known of a component once for all branches of an account. `component` becomes a view of both parts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table component rename to component_before`.execute(db)
  await createTables(db)
  await moveRows(db)
  await sql`drop table component_before`.execute(db)
  await createIndexes(db)
  await sql`
    create view component as
    select used.account_uuid, branch_uuid, used.digest, introduced_number, ended_number, ecosystem, package_name, name,
      version, purl, scope, is_direct, required_by, locations, licenses, violations, latest_patch, latest_minor,
      latest_major, stability, license_source, license_registry, licensed_at, license_warning, copyright,
      has_known_releases, libyears, source_name, source_version, sbom_fields
    from component_use used
    join component_content content on content.account_uuid = used.account_uuid and content.digest = used.content`.execute(
    db,
  )
  await removeUnusedContent(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table component_content (
      account_uuid uuid not null references account on delete cascade,
      digest bytea not null,
      ecosystem text,
      package_name text not null,
      name text not null,
      version text not null,
      purl text,
      licenses text[] not null,
      violations jsonb not null,
      latest_patch text,
      latest_minor text,
      latest_major text,
      stability text[] not null default '{}',
      -- null: declared by the scanned documents, or unknown.
      license_source text,
      license_registry text,
      -- When the registry said so first.
      licensed_at timestamptz,
      license_warning text,
      copyright text,
      has_known_releases boolean not null default false,
      libyears real,
      source_name text,
      source_version text,
      sbom_fields jsonb,
      primary key (account_uuid, digest)
    )`.execute(db)
  // Without a foreign key to the content, which would lock each of its rows: the trigger below keeps them in step.
  await sql`
    create table component_use (
      account_uuid uuid not null,
      branch_uuid uuid not null,
      introduced_number integer not null,
      ended_number integer,
      -- Of both parts: one branch may use the same content twice, such as in two scopes.
      digest bytea not null,
      content bytea not null,
      is_direct boolean,
      scope text not null,
      required_by text[] not null,
      locations text[] not null,
      primary key (account_uuid, branch_uuid, digest, introduced_number),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
}

async function moveRows(db: Kysely<unknown>): Promise<void> {
  const stored = sql`component_before cross join lateral (select decode(md5(jsonb_build_array(ecosystem, package_name,
    name, version, purl, licenses, violations, latest_patch, latest_minor, latest_major, stability, license_source,
    license_registry, license_warning, copyright, has_known_releases, libyears, source_name, source_version,
    sbom_fields)::text), 'hex') as content) digested`
  await sql`
    insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, purl, licenses,
      violations, latest_patch, latest_minor, latest_major, stability, license_source, license_registry, licensed_at,
      license_warning, copyright, has_known_releases, libyears, source_name, source_version, sbom_fields)
    select account_uuid, content, ecosystem, package_name, name, version, purl, licenses,
      violations, latest_patch, latest_minor, latest_major, stability, license_source, license_registry, licensed_at,
      license_warning, copyright, has_known_releases, libyears, source_name, source_version, sbom_fields
    from ${stored}
    on conflict do nothing`.execute(db)
  await sql`
    insert into component_use (account_uuid, branch_uuid, introduced_number, ended_number, digest, content, is_direct,
      scope, required_by, locations)
    select account_uuid, branch_uuid, introduced_number, ended_number, digest, content, is_direct,
      scope, required_by, locations
    from ${stored}`.execute(db)
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index component_content_by_name on component_content
      (account_uuid, package_name, left(version, 100), ecosystem)`.execute(db)
  await sql`
    create index component_with_ancestors on component_content (account_uuid) where sbom_fields ? 'ancestors'`.execute(
    db,
  )
  // Few distinct keys, so that an entry takes some bytes. With the end, lookups skip what was used once.
  await sql`create index component_use_of_content on component_use (account_uuid, content, ended_number)`.execute(
    db,
  )
}

/**
 * A scan shares the account's lock from before it looks for contents until its uses are committed. Under the exclusive
 * one, whatever has no use has none. See component-store.ts.
 */
async function removeUnusedContent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function remove_unused_component_content() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('components ' || account_uuid, 0))
      from (select distinct account_uuid from gone order by account_uuid) account;
      -- A scalar subquery is a lookup for each row, whatever the planner expects of two large tables.
      delete from component_content content
      using (select distinct account_uuid, content as digest from gone) unused
      where content.account_uuid = unused.account_uuid and content.digest = unused.digest
        and (select true from component_use used
          where used.account_uuid = unused.account_uuid and used.content = unused.digest limit 1) is null;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger component_use_removed after delete on component_use
    referencing old table as gone for each statement execute function remove_unused_component_content()`.execute(
    db,
  )
}
