import type { ReleaseState } from '@assay/contract/releases.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { sql } from 'kysely'
import type { ChangedPackage } from '#knowledge/advisories/clusters/package-store.ts'
import type { RegistryKey } from '#knowledge/registries/state-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { PackageFacts } from './clients/client.ts'
import type { Validators } from './registry-http.ts'

export interface DuePackage extends Validators {
  /** The account whose registry is queried; null: public. */
  accountUuid: string | null
  ecosystem: EcosystemId
  name: string
  displayName: string
  state: ReleaseState
  /** The source that returned the releases; null if none has. */
  source: string | null
  deprecated: string | null
  releases: Release[]
  failures: number
  wantsRanges: boolean
  /** When a source was last queried; null if never. */
  checkedAt: Date | null
}

/** Packages of a public source, or of an account's registry. */
export type Queue = { ecosystem: EcosystemId } | { registry: RegistryKey }

/** Longer than a batch takes: if the process crashes, another one reads the packages after this time. */
const leaseMinutes = 15

/** Leases packages that are due for a check to this process. Packages unused for a month are skipped. */
export async function claimDue(db: Database, queue: Queue, limit: number): Promise<DuePackage[]> {
  const isQueued =
    'registry' in queue
      ? sql`account_uuid = ${queue.registry.accountUuid} and registry_uuid = ${queue.registry.uuid}`
      : sql`account_uuid is null and ecosystem = ${queue.ecosystem}`
  const { rows } = await sql<DuePackage>`
    update package_releases as claimed set next_check_at = now() + make_interval(mins => ${leaseMinutes})
    from (
      select ctid from package_releases
      where ${isQueued} and next_check_at <= now() and used_at > now() - interval '30 days'
      order by next_check_at limit ${limit} for update skip locked
    ) as due
    where claimed.ctid = due.ctid
    returning account_uuid as "accountUuid", ecosystem, package_name as name, coalesce(display_name, package_name) as "displayName", state, source,
      deprecated, releases, failures, wants_ranges as "wantsRanges", checked_at as "checkedAt", etag, last_modified as "lastModified"`.execute(
    db,
  )
  return rows
}

type PackageKey = Pick<DuePackage, 'accountUuid' | 'ecosystem' | 'name'>

export interface Checked {
  facts: PackageFacts
  source: string
  validators: Validators
  nextCheckAt: Date
  /** null if no scan result would change. */
  rescanAt: Date | null
}

/** Replaces the stored releases of a package. */
export async function saveChecked(
  db: Database,
  key: PackageKey,
  { facts, source, validators, nextCheckAt, rescanAt }: Checked,
): Promise<void> {
  await sql`
    update package_releases set state = 'known', source = ${source}, checked_at = now(), failures = 0, error = null,
      deprecated = ${facts.deprecated ?? null}, page_url = ${facts.pageUrl ?? null},
      releases = ${jsonText(facts.releases)}::jsonb, etag = ${validators.etag},
      last_modified = ${validators.lastModified}, next_check_at = ${nextCheckAt},
      rescan_at = least(rescan_at, ${rescanAt}::timestamptz)
    where ${ofKey(key)}`.execute(db)
}

export async function saveUnchanged(
  db: Database,
  key: PackageKey,
  { nextCheckAt, rescanAt }: Pick<Checked, 'nextCheckAt' | 'rescanAt'>,
): Promise<void> {
  await sql`
    update package_releases set checked_at = now(), failures = 0, error = null, next_check_at = ${nextCheckAt},
      rescan_at = least(rescan_at, ${rescanAt}::timestamptz)
    where ${ofKey(key)}`.execute(db)
}

/** The source does not know the package. If it once did, the package was removed there. */
export async function saveAbsent(
  db: Database,
  key: PackageKey,
  { source, nextCheckAt }: Absence,
): Promise<void> {
  await sql`
    update package_releases set
      rescan_at = case when state = 'known' then least(rescan_at, now()) else rescan_at end,
      failures = case when state = 'absent' then failures + 1 else 0 end,
      state = 'absent', source = ${source}, checked_at = now(), error = null, releases = '[]', deprecated = null,
      page_url = null, etag = null, last_modified = null, next_check_at = ${nextCheckAt}
    where ${ofKey(key)}`.execute(db)
}

interface Absence {
  source: string
  nextCheckAt: Date
}

/** Stored data is kept. */
export async function saveFailed(
  db: Database,
  key: PackageKey,
  { error, nextCheckAt }: Failed,
): Promise<void> {
  await sql`
    update package_releases set state = case when state = 'known' then state else 'failed' end,
      failures = failures + 1, error = ${error.slice(0, 1000)}, next_check_at = ${nextCheckAt}
    where ${ofKey(key)}`.execute(db)
}

interface Failed {
  error: string
  nextCheckAt: Date
}

/** Releases the lease on packages of one queue that could not be checked. */
export async function postpone(db: Database, keys: readonly PackageKey[], until: Date): Promise<void> {
  if (keys.length === 0) return
  await sql`
    update package_releases set next_check_at = ${until}
    from unnest(${keys.map(({ ecosystem }) => ecosystem)}::text[], ${keys.map(({ name }) => name)}::text[])
      as given (ecosystem, package_name)
    where ${ofAccount(keys[0]!)} and package_releases.ecosystem = given.ecosystem
      and package_releases.package_name = given.package_name`.execute(db)
}

/** The planner finds no index for 'is not distinct from'. */
const ofAccount = ({ accountUuid }: PackageKey) =>
  accountUuid === null ? sql`account_uuid is null` : sql`account_uuid = ${accountUuid}`

const ofKey = (key: PackageKey) =>
  sql`${ofAccount(key)} and ecosystem = ${key.ecosystem} and package_name = ${key.name}`

/** Forgets public packages that turned out to be private. */
export async function deletePublic(db: Database, keys: readonly PackageKey[]): Promise<void> {
  for (const key of keys)
    await sql`delete from package_releases where ${ofKey({ ...key, accountUuid: null })}`.execute(db)
}

/** Claims packages whose branches are due for a rescan. */
export async function claimRescans(tx: Tx, limit: number): Promise<ChangedPackage[]> {
  const { rows } = await sql<ChangedPackage>`
    update package_releases as taken set rescan_at = null
    from (
      select ctid from package_releases where rescan_at <= now() limit ${limit} for update skip locked
    ) as due
    where taken.ctid = due.ctid
    returning account_uuid as "accountUuid", ecosystem, package_name as name`.execute(tx)
  return rows
}

export interface PackageCount extends Pick<DuePackage, 'ecosystem' | 'state' | 'source'> {
  packages: number
}

/** Numbers of packages in use. */
export async function countPackages(db: Database): Promise<PackageCount[]> {
  const { rows } = await sql<PackageCount>`
    select ecosystem, state, source, count(*)::int as packages from package_releases
    where account_uuid is null and used_at > now() - interval '30 days'
    group by ecosystem, state, source`.execute(db)
  return rows
}
