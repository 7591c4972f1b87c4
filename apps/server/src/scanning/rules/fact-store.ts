import type { ComponentFacts, FindingFacts } from '@assay/engine/policies/rules/facts.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Severity, Sureness } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Database } from '#platform/database/database.ts'

export interface Signal {
  isKnownExploited: boolean
  epss: number | null
  epssPercentile: number | null
}

/** Signals of CVEs, with those that no list has. */
export interface Signals {
  byCve: ReadonlyMap<string, Signal>
  /** Whether the catalog of known exploited vulnerabilities was ever loaded. */
  hasCatalog: boolean
}

export async function readSignals(db: Database, cves: readonly string[]): Promise<Signals> {
  const { rows } = await sql<Signal & { cve: string }>`
    select cve, known_exploited as "isKnownExploited", epss, epss_percentile as "epssPercentile"
    from advisory_signal where cve = any(${[...new Set(cves)]}::text[])`.execute(db)
  const { rows: catalog } = await sql`select from advisory_signal where known_exploited limit 1`.execute(db)
  return { byCve: new Map(rows.map(({ cve, ...signal }) => [cve, signal])), hasCatalog: catalog.length > 0 }
}

export interface StoredFinding extends Omit<
  FindingFacts,
  'isKnownExploited' | 'epss' | 'epssPercentile' | 'vector' | 'dueDay' | 'isNew' | 'isDirect'
> {
  branchUuid: string
  cves: readonly string[]
  isDirect: boolean | null
}

/** Open findings of branches. */
export async function listFindings(
  db: Database,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<StoredFinding[]> {
  const rows = await db
    .selectFrom('finding')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .where('branch_uuid', '=', sql<string>`any(${[...branchUuids]}::uuid[])`)
    .where('ended_at', 'is', null)
    .orderBy('uuid')
    .execute()
  return rows.map((row) => {
    const spans = (row.versions as { version: string; to: number | null; isDirect: boolean | null }[]).filter(
      ({ to }) => to === null,
    )
    return {
      branchUuid: row.branch_uuid,
      ecosystem: row.ecosystem as EcosystemId,
      packageName: row.package_name,
      displayName: row.display_name,
      advisoryUuid: row.advisory_uuid,
      cve: row.cve,
      cves: row.cves,
      publicId: row.public_id,
      severity: row.severity as Severity,
      cvss: row.cvss === null ? null : Math.round(row.cvss * 10) / 10,
      introducedAt: row.introduced_at.getTime(),
      publishedAt: row.published_at?.getTime() ?? null,
      fixedVersions: row.fixed_versions,
      isMalware: row.category === 'malware',
      versions: spans.map(({ version }) => version),
      isDirect: isAnyDirect(spans),
    }
  })
}

/** null if none is known to be direct, and some are unknown. */
export function isAnyDirect(versions: readonly { isDirect: boolean | null }[]): boolean | null {
  if (versions.some(({ isDirect }) => isDirect === true)) return true
  return versions.some(({ isDirect }) => isDirect === null) ? null : false
}

export type StoredComponent = Omit<ComponentFacts, 'isNew'> & { branchUuid: string }

/** Current components of branches. */
export async function listComponents(
  db: Database,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<StoredComponent[]> {
  const { rows } = await sql<
    Omit<StoredComponent, 'violations' | 'sureness'> & {
      violations: { policy: string }[]
      sureness: Sureness | null
    }
  >`
    select branch_uuid as "branchUuid", ecosystem, package_name as "packageName", name, version, purl, scope,
      is_direct as "isDirect", libyears, stability, licenses, violations, sbom_fields->>'sureness' as sureness
    from component_of_branch component
    where account_uuid = ${accountUuid} and branch_uuid = any(${[...branchUuids]}::uuid[]) and ${isCurrent}
    order by branch_uuid, digest, introduced_number`.execute(db)
  return rows.map(({ violations, sureness, ...row }) => ({
    ...row,
    violations: [...new Set(violations.map(({ policy }) => policy))],
    ...(sureness && { sureness }),
  }))
}

/** What a branch has or had, for what is new compared with it. */
export interface KnownOfBranch {
  /** By findingKey. */
  findings: ReadonlySet<string>
  /** By versionKey; the ecosystem may be ''. */
  components: ReadonlySet<string>
}

export interface BranchBefore {
  branchUuid: string
  /** The number of a scan: what the branch had before it; null for what it has now. */
  before: number | null
}

/** What branches have, or had before a scan. */
export async function readKnown(
  db: Database,
  { accountUuid }: Scope,
  branches: readonly BranchBefore[],
): Promise<Map<string, KnownOfBranch>> {
  if (branches.length === 0) return new Map()
  const given = sql`unnest(${branches.map(({ branchUuid }) => branchUuid)}::uuid[],
    ${branches.map(({ before }) => before)}::int[]) as given(branch_uuid, before)`
  const { rows: findings } = await sql<KeyOfBranch>`
    select branch_uuid as "branchUuid", concat_ws(chr(10), ecosystem, package_name, advisory_uuid) as key
    from ${given} join finding using (branch_uuid)
    where account_uuid = ${accountUuid} and (before is null and ended_at is null
      or introduced_number < before and coalesce(ended_number, before) >= before)`.execute(db)
  const { rows: components } = await sql<KeyOfBranch>`
    select branch_uuid as "branchUuid", concat_ws(chr(10), coalesce(ecosystem, ''), package_name, version) as key
    from ${given} join component_of_branch component using (branch_uuid)
    where account_uuid = ${accountUuid} and (before is null and ${isCurrent}
      or introduced_number < before and coalesce(ended_number, before) >= before)`.execute(db)
  const keysOf = (rows: KeyOfBranch[]) => {
    const byBranch = Map.groupBy(rows, ({ branchUuid }) => branchUuid)
    return (branchUuid: string) => new Set((byBranch.get(branchUuid) ?? []).map(({ key }) => key))
  }
  const [findingsOf, componentsOf] = [keysOf(findings), keysOf(components)]
  return new Map(
    branches.map(({ branchUuid }) => [
      branchUuid,
      { findings: findingsOf(branchUuid), components: componentsOf(branchUuid) },
    ]),
  )
}

interface KeyOfBranch {
  branchUuid: string
  key: string
}

/**
 * Of branches, the scan of the last upload, as later ones of the same documents compare with what was before it. Nothing of
 * the first upload is new, except what a rescan found.
 */
export const listUploads = async (
  db: Database,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<BranchBefore[]> =>
  (
    await sql<BranchBefore>`
      select given.uuid as "branchUuid", greatest(2, upload.number) as before
      from unnest(${[...branchUuids]}::uuid[]) as given(uuid)
      left join lateral (
        select scan.number from scan
        join build on build.account_uuid = scan.account_uuid and build.uuid = scan.build_uuid
        where scan.account_uuid = ${accountUuid} and scan.branch_uuid = given.uuid and build.source <> 'rescan'
        order by scan.number desc limit 1) upload on true`.execute(db)
  ).rows

/** Of each project, the branch that others are compared with: the default branch, main, or the one scanned last. */
export async function listTargets(
  db: Database,
  { accountUuid }: Scope,
  projectUuids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ projectUuid: string; branchUuid: string }>`
    select distinct on (project.uuid) project.uuid as "projectUuid", branch.uuid as "branchUuid"
    from project join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
    where project.account_uuid = ${accountUuid} and project.uuid = any(${[...projectUuids]}::uuid[])
    order by project.uuid, (branch.last_number > 0 and branch.name = coalesce(project.default_branch, 'main')) desc,
      branch.last_scanned_at desc nulls last, branch.name`.execute(db)
  return new Map(rows.map(({ projectUuid, branchUuid }) => [projectUuid, branchUuid]))
}

export interface GroupsOfProject {
  uuids: readonly string[]
  names: readonly string[]
}

/** The groups of projects, with those above them. */
export async function listGroupsOf(
  db: Database,
  { accountUuid }: Scope,
  projectUuids: readonly string[],
): Promise<(projectUuid: string) => GroupsOfProject> {
  const { rows } = await sql<{ projectUuid: string; uuid: string; name: string }>`
    select project.uuid as "projectUuid", project_group.uuid, project_group.name
    from project join project_group on project_group.account_uuid = project.account_uuid
      and project_group.uuid = any(project.group_uuids)
    where project.account_uuid = ${accountUuid} and project.uuid = any(${[...projectUuids]}::uuid[])
    order by project_group.name, project_group.uuid`.execute(db)
  const byProject = Map.groupBy(rows, ({ projectUuid }) => projectUuid)
  return (projectUuid) => {
    const groups = byProject.get(projectUuid) ?? []
    return { uuids: groups.map(({ uuid }) => uuid), names: groups.map(({ name }) => name) }
  }
}
