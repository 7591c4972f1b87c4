import { packageKey } from '@assay/engine/keys.ts'
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
 * comes only from that registry.
 */
export async function readReleases(
  db: Database,
  accountUuid: string,
  packages: readonly PackageName[],
): Promise<ReleasesOf> {
  const requested = supportedPackages(packages)
  const registry = registryFor({
    accountUuid: sql`${accountUuid}`,
    ecosystem: sql.ref('asked.ecosystem'),
    name: sql.ref('asked.package_name'),
  })
  // Two joins: no index serves a condition on "the public ones or those of the account".
  const { rows } = await sql<StoredReleases>`
    with asked as materialized (
      select ecosystem, package_name, ${registry} as registry_uuid
      from unnest(${requested.map(({ ecosystem }) => ecosystem)}::text[], ${requested.map(({ name }) => name)}::text[])
        as asked (ecosystem, package_name)
    ),
    found as (
      select stored.* from package_releases as stored
      join asked on asked.ecosystem = stored.ecosystem and asked.package_name = stored.package_name
      where account_uuid is null and asked.registry_uuid is null
      union all
      select stored.* from package_releases as stored
      join asked on asked.ecosystem = stored.ecosystem and asked.package_name = stored.package_name
        and stored.registry_uuid is not distinct from asked.registry_uuid
      where account_uuid = ${accountUuid}
    )
    select ecosystem, package_name as name, source, checked_at as "checkedAt", deprecated, page_url as "pageUrl", releases
    from found where state = 'known' order by account_uuid nulls first
  `.execute(db)
  const releasesByKey = new Map(rows.map((row) => [packageKey(row.ecosystem, row.name), toReleases(row)]))
  return (ecosystem, name) => releasesByKey.get(packageKey(ecosystem, name)) ?? null
}

/** Each package of a supported ecosystem once, as releases are stored. */
function supportedPackages(packages: readonly PackageName[]): { ecosystem: EcosystemId; name: string }[] {
  const byKey = new Map<string, { ecosystem: EcosystemId; name: string }>()
  for (const { ecosystem, name } of packages) {
    if (ecosystem === null) continue
    const normalized = { ecosystem, name: ecosystemById(ecosystem).normalizeName(name) }
    byKey.set(packageKey(ecosystem, normalized.name), normalized)
  }
  return [...byKey.values()]
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

export const toReleases = ({ checkedAt, deprecated, pageUrl, ...rest }: StoredReleases): PackageReleases => ({
  ...rest,
  checkedAt: checkedAt.getTime(),
  ...(deprecated !== null && { deprecated }),
  ...(pageUrl !== null && { pageUrl }),
})
