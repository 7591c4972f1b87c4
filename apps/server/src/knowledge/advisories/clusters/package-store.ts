import type { AdvisoryFacts, AffectedPackage } from '@assay/engine/advisories/advisory.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import { allowLongStatements, type Database, type Tx } from '#platform/database/database.ts'

export interface PackageRow {
  recordId: string
  position: number
  packageName: string
  affected: AffectedPackage
}

export interface NamedPackage {
  ecosystem: string
  /** Normalized package name. Empty for a whole distribution. */
  name: string
}

/** Replaces the packages affected by the stored ones of the records. Returns the packages affected before or after. */
export async function replacePackages(
  tx: Tx,
  storedIds: readonly string[],
  rows: PackageRow[],
): Promise<NamedPackage[]> {
  const removed = storedIds.length === 0 ? [] : await removePackages(tx, storedIds)
  // One JSON text, as quotes in elements of arrays are escaped one by one.
  const affected = JSON.stringify(rows.map((row) => row.affected))
  await sql`
    insert into advisory_package (ecosystem, package_name, record_id, position, affected)
    select ecosystem, package_name, record_id, position, affected from rows from (
      unnest(
        ${rows.map((row) => row.affected.ecosystem)}::text[], ${rows.map(({ packageName }) => packageName)}::text[],
        ${rows.map(({ recordId }) => recordId)}::text[], ${rows.map(({ position }) => position)}::int[]),
      jsonb_array_elements(${affected}::jsonb)
    ) as given(ecosystem, package_name, record_id, position, affected)`.execute(tx)
  return [
    ...removed,
    ...rows.map(({ affected, packageName }) => ({ ecosystem: affected.ecosystem, name: packageName })),
  ]
}

async function removePackages(tx: Tx, recordIds: readonly string[]): Promise<NamedPackage[]> {
  const { rows } = await sql<NamedPackage>`
    delete from advisory_package where record_id = any(${[...recordIds]}::text[])
    returning ecosystem, package_name as name`.execute(tx)
  return rows
}

/** What an entry of an index is compiled from: its facts, and what is affected as JSON. */
export interface StoredEntry extends AdvisoryFacts {
  recordId: string
  affected: string
}

/** Everything an ecosystem's index is compiled from. Takes seconds on large feeds. */
export async function listEntries(tx: Tx, ecosystem: EcosystemId): Promise<StoredEntry[]> {
  await allowLongStatements(tx)
  return tx
    .selectFrom('advisory_package')
    .innerJoin('advisory_record', 'advisory_record.id', 'record_id')
    .innerJoin('advisory', 'advisory.uuid', 'advisory_record.advisory_uuid')
    .leftJoin('advisory_facts as own', (join) =>
      join
        .onRef('own.advisory_uuid', '=', 'advisory.uuid')
        .onRef('own.ecosystem', '=', 'advisory_package.ecosystem'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('advisory_signal')
          .select(sql<boolean | null>`bool_or(known_exploited)`.as('known_exploited'))
          .select(sql<number | null>`max(epss)`.as('epss'))
          .whereRef('advisory_signal.cve', '=', sql`any(advisory.cves)`)
          .as('signal'),
      (join) => join.onTrue(),
    )
    .select(['record_id as recordId', 'advisory.uuid as advisoryUuid', 'advisory.cve', 'cves'])
    .select(['public_id as publicId', 'epss'])
    .select((eb) => [
      sql<string>`affected::text`.as('affected'),
      sql<Severity>`coalesce(own.severity, advisory.severity)`.as('severity'),
      sql<AdvisoryFacts['category']>`coalesce(own.category, advisory.category)`.as('category'),
      // A severity of its own may come without a score.
      sql<number | null>`
        round((case when own.severity is null then advisory.cvss else own.cvss end)::numeric, 1)::float8`.as(
        'cvss',
      ),
      sql<number | null>`floor(extract(epoch from published_at) * 1000)::float8`.as('publishedAt'),
      eb.fn.coalesce('known_exploited', sql<boolean>`false`).as('knownExploited'),
    ])
    .where('advisory_package.ecosystem', '=', ecosystem)
    .where('withdrawn_at', 'is', null)
    .orderBy('package_name')
    .orderBy('record_id')
    .orderBy('position')
    .execute()
}

export interface ChangedPackage extends NamedPackage {
  /** The only account that sees the change; all if null or absent. */
  accountUuid?: string | null
  /** Only branches for which this holds are concerned; all with the package if absent. */
  condition?: Condition
  /** Only branches with this version are. */
  version?: string
}

/** Conditions on a branch that has the package. See narrow-changes.ts. */
export type Condition = 'has-upgrades' | 'has-malware' | 'has-private' | 'has-vex' | 'has-ancestor'

/** Branches with components named like one of the packages, or made from one of them. */
export async function listBranchesUsing(db: Database, packages: readonly ChangedPackage[]) {
  // An empty name stands for a whole distribution and affects all of its packages.
  const distributions = packages.filter(({ name }) => name === '').map(({ ecosystem }) => ecosystem)
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    with given as materialized (
      select * from unnest(${packages.map(({ ecosystem }) => ecosystem)}::text[], ${packages.map(({ name }) => name)}::text[],
        ${packages.map(({ accountUuid }) => accountUuid ?? null)}::uuid[],
        ${packages.map(({ condition }) => condition ?? null)}::text[],
        ${packages.map(({ version }) => version ?? null)}::text[]
      ) as given(ecosystem, name, account_uuid, condition, version))
    select distinct component.account_uuid as "accountUuid", component.branch_uuid as "branchUuid"
    from account
    cross join given
    join component on component.account_uuid = account.uuid and component.ecosystem = given.ecosystem
      and component.package_name = given.name and component.ended_number is null
    where (given.account_uuid is null or given.account_uuid = account.uuid)
      and (given.version is null or given.version = coalesce(component.source_version, component.version))
      and case given.condition
        when 'has-ancestor' then false
        when 'has-upgrades' then exists (
          select from branch_upgrade upgrade
          where upgrade.account_uuid = component.account_uuid and upgrade.branch_uuid = component.branch_uuid
            and upgrade.ecosystem = given.ecosystem)
        when 'has-malware' then exists (
          select from branch_upgrade upgrade
          where upgrade.account_uuid = component.account_uuid and upgrade.branch_uuid = component.branch_uuid
            and upgrade.ecosystem = given.ecosystem and upgrade.package_name = given.name and upgrade.is_malware)
        when 'has-private' then exists (
          select from branch
          join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
            and scan.number = branch.last_number
          where branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
            and scan.gap_counts ? 'source-private')
        when 'has-vex' then exists (
          select from vex_document where vex_document.account_uuid = component.account_uuid)
        else true end
    union
    select distinct component.account_uuid, component.branch_uuid
    from component
    cross join jsonb_array_elements(component.sbom_fields -> 'ancestors') ancestor
    join given on given.ecosystem = ancestor ->> 'ecosystem' and given.name = ancestor ->> 'packageName'
      and coalesce(given.condition, 'has-ancestor') = 'has-ancestor'
      and (given.account_uuid is null or given.account_uuid = component.account_uuid)
    where component.ended_number is null and component.sbom_fields ? 'ancestors'
    union
    select distinct account_uuid, branch_uuid from component
    where ecosystem = any(${distributions}::text[]) and ended_number is null`.execute(db)
  return rows
}

export interface UsedPackage extends NamedPackage {
  /** As advisories compare them: of the source package, if it is another one. */
  versions: string[]
  /** Of the package, in any registry. */
  releases: string[]
}

/** Those of the packages that the inventory of a branch lists, with what was found of them, in all accounts. */
export async function listUsed(db: Database, packages: readonly NamedPackage[]): Promise<UsedPackage[]> {
  const { rows } = await sql<UsedPackage>`
    select used.ecosystem, used.name, versions,
      array(
        select distinct release ->> 'version' from package_releases known
        cross join jsonb_array_elements(known.releases) release
        where known.ecosystem = used.ecosystem and known.package_name = used.name and known.state = 'known') as releases
    from (
      select given.ecosystem, given.name,
        array_agg(distinct coalesce(component.source_version, component.version)) as versions
      from account
      cross join unnest(
        ${packages.map(({ ecosystem }) => ecosystem)}::text[], ${packages.map(({ name }) => name)}::text[]
      ) as given(ecosystem, name)
      join component on component.account_uuid = account.uuid and component.ecosystem = given.ecosystem
        and component.package_name = given.name and component.ended_number is null
      group by 1, 2) used`.execute(db)
  return rows
}

interface ChangeKind {
  /** Whether only advisories changed, whose index is compiled anew. */
  byAdvisories: boolean
}

/** Their branches are rescanned once the indexes are compiled. */
export async function addChangedPackages(
  tx: Tx,
  packages: readonly NamedPackage[],
  { byAdvisories }: ChangeKind,
): Promise<void> {
  if (packages.length === 0) return
  await sql`
    insert into advisory_changed_package (ecosystem, package_name, by_advisories)
    select distinct ecosystem, name, ${byAdvisories}::boolean from unnest(
      ${packages.map(({ ecosystem }) => ecosystem)}::text[], ${packages.map(({ name }) => name)}::text[]
    ) as given(ecosystem, name)
    order by 1, 2
    on conflict (ecosystem, package_name) do update set by_advisories = false
    where advisory_changed_package.by_advisories and not excluded.by_advisories`.execute(tx)
}

/** Ecosystems whose data was not read completely since the given time: branches with any of their packages are rescanned. */
export const addOutdatedEcosystems = (
  db: Database | Tx,
  ecosystems: readonly EcosystemId[],
  since: Date,
): Promise<unknown> =>
  sql`
    insert into advisory_changed_package (ecosystem, package_name)
    select ecosystem, '' from unnest(${[...ecosystems].sort()}::text[]) ecosystem
    where not exists (
      select from advisory_database
      where advisory_database.ecosystem = ecosystem.ecosystem and checked_at > ${since})
    on conflict do nothing`.execute(db)

/**
 * Claims all pending changes but those that an index is still to be compiled with; the caller's transaction makes this
 * atomic.
 */
export async function claimChangedPackages(tx: Tx): Promise<(NamedPackage & ChangeKind)[]> {
  // Locked in one order first: two workers may claim at once.
  const { rows } = await sql<NamedPackage & ChangeKind>`
    with due as materialized (
      select ecosystem, package_name from advisory_changed_package changed
      where not exists (
        select from advisory_index where advisory_index.ecosystem = changed.ecosystem and is_stale)
      order by ecosystem, package_name
      for update of changed)
    delete from advisory_changed_package claimed using due
    where claimed.ecosystem = due.ecosystem and claimed.package_name = due.package_name
    returning claimed.ecosystem, claimed.package_name as name, claimed.by_advisories as "byAdvisories"`.execute(
    tx,
  )
  return rows
}

/** The packages affected by the records. */
export async function listPackagesOf(tx: Tx, recordIds: readonly string[]): Promise<NamedPackage[]> {
  const { rows } = await sql<NamedPackage>`
    select distinct ecosystem, package_name as name from advisory_package
    where record_id = any(${recordIds}::text[])`.execute(tx)
  return rows
}
