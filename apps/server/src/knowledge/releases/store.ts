import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { PackageReleases, Release, ReleasesOf } from '@assay/engine/releases/release.ts'
import { sql } from 'kysely'
import { registryFor } from '#knowledge/registries/match-store.ts'
import type { Database } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

interface PackageName {
  /** null: the ecosystem is unsupported, and nothing is known of the package. */
  ecosystem: EcosystemId | null
  name: string
}

/**
 * Release data visible to the account. Packages that match one of its registries are private: what is known of them
 * comes from that registry alone.
 */
export async function readReleases(
  db: Database,
  accountUuid: string,
  packages: readonly PackageName[],
): Promise<ReleasesOf> {
  const names = packages.flatMap(({ ecosystem, name }) =>
    ecosystem === null ? [] : [{ ecosystem, package_name: ecosystemById(ecosystem).normalizeName(name) }],
  )
  const registry = registryFor({
    accountUuid: sql`${accountUuid}`,
    ecosystem: sql.ref('package_releases.ecosystem'),
    name: sql.ref('package_releases.package_name'),
  })
  const { rows } = await sql<StoredReleases>`
    select ecosystem, package_name as name, source, checked_at as "checkedAt", deprecated, page_url as "pageUrl", releases
    from package_releases
    join (
      select distinct ecosystem, package_name
      from jsonb_to_recordset(${jsonText(names)}::jsonb) as asked (ecosystem text, package_name text)
    ) as asked using (ecosystem, package_name)
    cross join lateral (select ${registry} as applies) as registry
    where state = 'known'
      and (account_uuid is null and applies is null or account_uuid = ${accountUuid}
        and registry_uuid is not distinct from applies)
    order by account_uuid nulls first
  `.execute(db)
  const known = new Map(rows.map((row) => [keyOf(row.ecosystem, row.name), toReleases(row)]))
  return (ecosystem, name) => known.get(keyOf(ecosystem, name)) ?? null
}

/** Replaces the stored release data of a package. */
export async function saveReleases(
  db: Database,
  accountUuid: string | null,
  { ecosystem, name, source, checkedAt, deprecated, pageUrl, releases }: PackageReleases,
): Promise<void> {
  await sql`
    insert into package_releases
      (account_uuid, ecosystem, package_name, source, checked_at, deprecated, page_url, releases, state)
    values (${accountUuid}, ${ecosystem}, ${name}, ${source}, ${new Date(checkedAt)}, ${deprecated ?? null},
      ${pageUrl ?? null}, ${jsonText(releases)}::jsonb, 'known')
    on conflict (account_uuid, ecosystem, package_name) do update set
      source = excluded.source, checked_at = excluded.checked_at, deprecated = excluded.deprecated,
      page_url = excluded.page_url, releases = excluded.releases, state = 'known', failures = 0, error = null
  `.execute(db)
}

export interface StoredReleases {
  ecosystem: EcosystemId
  name: string
  source: string
  checkedAt: Date
  deprecated: string | null
  pageUrl: string | null
  releases: Release[]
}

const keyOf = (ecosystem: string, name: string) => `${ecosystem}\n${name}`

export const toReleases = ({ checkedAt, deprecated, pageUrl, ...rest }: StoredReleases): PackageReleases => ({
  ...rest,
  checkedAt: checkedAt.getTime(),
  ...(deprecated !== null && { deprecated }),
  ...(pageUrl !== null && { pageUrl }),
})
