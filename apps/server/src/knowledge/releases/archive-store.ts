import type { PackageReleases } from '@assay/engine/releases/release.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { type StoredReleases, toReleases } from './store.ts'

/** Maximum size of one archive line: a package may have thousands of releases. */
const packagesAtOnce = 50

/** Public release data of all packages. Data from an account's own registries is not exported. */
export async function* releasePages(db: Database): AsyncGenerator<PackageReleases[]> {
  let [ecosystem, name] = ['', '']
  for (;;) {
    const { rows } = await sql<StoredReleases>`
      select ecosystem, package_name as name, source, checked_at as "checkedAt", deprecated, page_url as "pageUrl",
        releases
      from package_releases
      where account_uuid is null and state = 'known' and (ecosystem, package_name) > (${ecosystem}, ${name})
      order by ecosystem, package_name limit ${packagesAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toReleases)
    ;({ ecosystem, name } = last)
  }
}

/**
 * Imports release data of another installation with its original timestamps; newer data is kept.
 * Marks branches that use changed packages for rescanning. Returns the number of imported packages.
 */
export async function importReleases(db: Database, packages: readonly PackageReleases[]): Promise<number> {
  const rows = packages
    .map(({ ecosystem, name, source, checkedAt, deprecated, pageUrl, releases }) => ({
      ecosystem,
      package_name: name,
      source,
      checked_at: new Date(checkedAt),
      deprecated: deprecated ?? null,
      page_url: pageUrl ?? null,
      releases,
    }))
    // Sorted, so that concurrent imports wait for each other instead of deadlocking.
    .sort((a, b) => (`${a.ecosystem} ${a.package_name}` < `${b.ecosystem} ${b.package_name}` ? -1 : 1))
  const { rows: imported } = await sql`
    insert into package_releases
      (ecosystem, package_name, source, checked_at, deprecated, page_url, releases, state, rescan_at)
    select distinct on (ecosystem, package_name)
      ecosystem, package_name, source, checked_at, deprecated, page_url, releases, 'known', now()
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as given (ecosystem text, package_name text, source text,
      checked_at timestamptz, deprecated text, page_url text, releases jsonb)
    order by ecosystem, package_name
    on conflict (account_uuid, ecosystem, package_name) do update set
      source = excluded.source, checked_at = excluded.checked_at, deprecated = excluded.deprecated,
      page_url = excluded.page_url, releases = excluded.releases, state = 'known', failures = 0, error = null,
      etag = null, last_modified = null,
      rescan_at = case when package_releases.releases is distinct from excluded.releases
        or package_releases.deprecated is distinct from excluded.deprecated then now()
        else package_releases.rescan_at end
    where package_releases.checked_at is null or package_releases.checked_at < excluded.checked_at
    returning package_name`.execute(db)
  return imported.length
}
