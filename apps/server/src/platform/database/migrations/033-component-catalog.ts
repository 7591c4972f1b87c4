import { sql, type Kysely } from 'kysely'

/** Distinct component versions used by an account, so that lists do not read all inventories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One row per combination of values, only inserted: scans never wait for each other on a popular package.
  `create table component_catalog (
    account_uuid uuid not null references account on delete cascade,
    digest bytea not null,
    -- Sort key of lists: name, ecosystem and version, each truncated to fit an index entry, then a hash of all three.
    sort_key text collate "C" not null,
    ecosystem text,
    package_name text not null,
    name text not null,
    version text not null,
    licenses text[] not null,
    is_outdated boolean not null,
    -- Deprecated, unmaintained or out of support.
    is_deprecated boolean not null,
    primary key (account_uuid, digest)
  )`,
  `create index component_catalog_order on component_catalog (account_uuid, sort_key)`,
  // Same as component-catalog-store.ts for each scan, here for everything in use.
  `insert into component_catalog
    select distinct on (account_uuid, digest) account_uuid, digest,
      concat_ws(chr(1), left(list_name, 200), coalesce(ecosystem, ''), left(version, 100),
        md5(concat_ws(chr(1), list_name, ecosystem, version))),
      ecosystem, package_name, name, version, licenses, is_outdated, is_deprecated
    from (
      select account_uuid, ecosystem, package_name, name, version, licenses, is_outdated, is_deprecated,
        decode(md5(jsonb_build_array(ecosystem, package_name, name, version, licenses, is_outdated,
          is_deprecated)::text), 'hex') as digest,
        case when regexp_replace(lower(name), '[-_.]+', '-', 'g') = regexp_replace(lower(package_name), '[-_.]+', '-', 'g')
          then package_name else lower(name) end as list_name
      from (
        select *, coalesce(latest_patch, latest_minor, latest_major) is not null as is_outdated,
          stability <> '{}' as is_deprecated
        from component where ended_number is null) in_use) named`,
  // Same name, with the version before the branch.
  `drop index component_in_use`,
  `create index component_in_use on component (account_uuid, package_name, left(version, 100), ecosystem, branch_uuid)
    where ended_number is null`,
  `create index finding_of_package on finding (account_uuid, package_name) where ended_at is null`,
]
