import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope, projectInScope } from '#projects/in-scope-store.ts'
import type { VersionSpan } from '#scanning/scans/finding-store.ts'
import type { FactContext } from './fact.ts'

export interface ProjectName {
  uuid: string
  name: string
  url: string
}

/** At most ten visible projects that match by UUID, name or URL, exact names first. */
export async function findProjects(db: Database, scope: Scope, text: string): Promise<ProjectName[]> {
  const searchText = text.replaceAll('\0', '').trim().toLowerCase()
  const { rows } = await sql<ProjectName>`
    select uuid, name, url from project
    where account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
      and (uuid::text = ${searchText} or strpos(lower(name), ${searchText}) > 0 or strpos(lower(url), ${searchText}) > 0)
    order by (lower(name) = ${searchText} or uuid::text = ${searchText}) desc, length(name), name collate "C", uuid
    limit 10`.execute(db)
  return rows
}

/** The subset of projects that exist but are outside all of the scopes. */
export async function findHiddenProjects(
  db: Database,
  scopes: FactContext['scopes'],
  { accountUuid, uuids }: { accountUuid: string; uuids: readonly (string | null)[] },
): Promise<Set<string>> {
  const candidates = [...new Set(uuids.filter((uuid) => uuid !== null))]
  if (candidates.length === 0) return new Set()
  const visible = [scopes.reports, scopes.insights].map((scope) =>
    scope === null ? sql<boolean>`false` : anyProjectInScope(scope),
  )
  const { rows } = await sql<{ uuid: string }>`
    select uuid from project
    where account_uuid = ${accountUuid} and uuid = any(${candidates}::uuid[]) and deleted_at is null
      and not (${sql.join(visible, sql` or `)})`.execute(db)
  return new Set(rows.map(({ uuid }) => uuid))
}

export interface FindingFact {
  projectUuid: string
  projectName: string
  branch: string
  ecosystem: string
  displayName: string
  advisoryUuid: string
  cve: string | null
  publicId: string | null
  severity: Severity
  cvss: number | null
  category: string
  versions: VersionSpan[]
  fixedVersions: string[]
  introducedAt: Date
  endedAt: Date | null
  endKind: string | null
  fixedBy: string | null
  daysToFix: number | null
  isKnownExploited: boolean
  epss: number | null
}

export interface FindingSelection {
  projectUuid: string | null
  branch: string | null
  /** Empty means any. */
  severities: Severity[]
  packageName: string | null
  isOpen: boolean
  limit: number
}

/** Open findings: exploited and most severe first. Ended ones: most recently fixed first. */
export async function listFindingFacts(
  db: Database,
  scope: Scope,
  { projectUuid, branch, severities, packageName, isOpen, limit }: FindingSelection,
): Promise<FindingFact[]> {
  const name = packageName?.toLowerCase() ?? null
  const { rows } = await sql<FindingFact>`
    select project.uuid as "projectUuid", project.name as "projectName", branch.name as branch, ecosystem,
      display_name as "displayName", advisory_uuid as "advisoryUuid", finding.cve, public_id as "publicId", severity, cvss, category, versions,
      fixed_versions as "fixedVersions", introduced_at as "introducedAt", ended_at as "endedAt",
      end_kind as "endKind", fixed_by as "fixedBy", days_to_fix as "daysToFix",
      coalesce(signal.known_exploited, false) as "isKnownExploited", signal.epss
    from finding
    join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
    join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    left join lateral (
      select bool_or(known_exploited) as known_exploited, max(epss) as epss from advisory_signal
      where cve = finding.cve or cve = any(finding.cves)) signal on true
    where finding.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
      and (ended_at is null) = ${isOpen}
      and (${projectUuid}::uuid is null or project.uuid = ${projectUuid})
      and (${branch}::text is null or branch.name = ${branch})
      and (cardinality(${severities}::text[]) = 0 or severity = any(${severities}::text[]))
      and (${name}::text is null or lower(display_name) = ${name} or package_name = ${name})
    order by ${isOpen ? sql`coalesce(signal.known_exploited, false) desc, cvss desc nulls last` : sql`ended_at desc`},
      finding.cve, project.name, branch.name, finding.uuid
    limit ${limit}`.execute(db)
  return rows
}
