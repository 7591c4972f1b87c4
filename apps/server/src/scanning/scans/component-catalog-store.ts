import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/**
 * Adds contents that were stored by the transaction to the account's catalog. Entries are immutable and inserted in a
 * fixed order, so that concurrent scans do not deadlock. Contents that were stored before have theirs.
 */
export async function catalogContents(tx: Tx, scope: Scope, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return
  const added = entriesOf(
    sql`component_content component`,
    sql`
    account_uuid = ${scope.accountUuid} and digest in (select decode(d, 'hex') from unnest(${digests}::text[]) d)
      offset 0`,
  )
  // Subqueries with "offset 0" are evaluated once per row, and a scalar one is always a lookup in the primary key.
  await sql`
    insert into component_catalog (account_uuid, digest, sort_key, ecosystem, package_name, name, version, licenses,
      is_outdated, is_deprecated)
    select distinct on (digest) ${scope.accountUuid}::uuid, digest, sort_key, ecosystem, package_name, name, version,
      licenses, is_outdated, is_deprecated
    from ${withSortKeys(sql`(
      select * from (
        select *, decode(md5(jsonb_build_array(ecosystem, package_name, name, version, licenses, is_outdated,
          is_deprecated)::text), 'hex') as digest
        from ${added} entry offset 0) digested
      where (
        select true from component_catalog known
        where known.account_uuid = ${scope.accountUuid} and known.digest = digested.digest) is null)`)} entry
    order by digest
    on conflict do nothing`.execute(tx)
}

/** Components as catalog rows. */
export const catalogEntries = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  withSortKeys(entriesOf(sql`component`, which))

const entriesOf = (table: RawBuilder<unknown>, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ecosystem, package_name, name, version, licenses,
    coalesce(latest_patch, latest_minor, latest_major) is not null as is_outdated,
    stability <> '{}' as is_deprecated
  from ${table} where ${which})`

/** Version and name are truncated in the key because of the index entry size limit. */
const withSortKeys = (entries: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select *,
    concat_ws(chr(1), left(list_name, 200), coalesce(ecosystem, ''), left(version, 100),
      md5(concat_ws(chr(1), list_name, ecosystem, version))) collate "C" as sort_key
  from (
    select *,
      -- Different spellings of a name are listed as one; for distributions, package_name is the source package.
      case when regexp_replace(lower(name), '[-_.]+', '-', 'g') = regexp_replace(lower(package_name), '[-_.]+', '-', 'g')
        then package_name else lower(name) end as list_name
    from ${entries} entry) named)`
