import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { dueOn, isOfTriage, today } from '#scanning/due-dates/store.ts'
import type { ItemVisibility } from './item-visibility.ts'
import { isVisibleItem } from './item-store.ts'
import type { RuleKey } from './store.ts'

/** The items of one kind that a rule reports. */
export interface ItemsOfKind extends RuleKey {
  kind: string
  visibility: ItemVisibility
}

export interface FindingRow extends BranchOfRow {
  uuid: string
  branchUuid: string
  advisoryUuid: string
  cve: string | null
  cves: string[]
  publicId: string | null
  ecosystem: string
  package: string
  packageName: string
  versions: { version: string }[]
  fixedVersions: string[]
  severity: string
  cvss: number | null
  category: string
  introducedAt: Date
  introducedBy: string
  endedAt: Date | null
  fixedBy: string | null
  triageState: string
  assigneeUuid: string | null
  /** YYYY-MM-DD. */
  dueDate: string | null
  isOverdue: boolean
}

interface BranchOfRow {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  listed: number
  checked: number
}

const branchColumns = sql`
  project.uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl", branch.name as branch,
  scan.component_count as listed, scan.checked_count as checked`

const lastScan = sql`
  join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
    and scan.number = branch.last_number`

/** The findings of the items: the one that an item names, or all open ones of its project and advisory. */
export async function listFindingsOfItems(
  tx: Tx,
  { accountUuid, ruleUuid, kind, visibility }: ItemsOfKind,
): Promise<FindingRow[]> {
  const isFixed = kind === 'findingFixed'
  const { rows } = await sql<FindingRow>`
    with named as (
      select item.finding_uuid, item.project_uuid, item.group_key
      from notification_item item
      join project on project.account_uuid = item.account_uuid and project.uuid = item.project_uuid
      where item.account_uuid = ${accountUuid} and item.rule_uuid = ${ruleUuid} and item.kind = ${kind}
        and ${isVisibleItem(visibility)}),
    found as (
      select finding_uuid as uuid from named where finding_uuid is not null
      union
      select finding.uuid from named join finding on finding.account_uuid = ${accountUuid}
        and finding.project_uuid = named.project_uuid and finding.ended_at is null
        and finding.advisory_uuid::text = split_part(regexp_replace(group_key, '^exploited ', ''), ' ', 1)
        and finding.package_name = regexp_replace(group_key, '^(exploited )?[^ ]+ ', '')
      where finding_uuid is null)
    select finding.uuid, finding.branch_uuid as "branchUuid", finding.advisory_uuid as "advisoryUuid", finding.cve,
      finding.cves, finding.public_id as "publicId", finding.ecosystem, finding.display_name as package,
      finding.package_name as "packageName", finding.versions, finding.fixed_versions as "fixedVersions",
      finding.severity, finding.cvss, finding.category, finding.introduced_at as "introducedAt",
      finding.introduced_by as "introducedBy",
      finding.ended_at as "endedAt", finding.fixed_by as "fixedBy", coalesce(triage.state, 'open') as "triageState",
      triage.assignee_uuid as "assigneeUuid", (${dueOn})::text as "dueDate",
      coalesce(finding.ended_at is null and ${dueOn} < ${today}, false) as "isOverdue", ${branchColumns}
    from found join finding on finding.account_uuid = ${accountUuid} and finding.uuid = found.uuid
    join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
    join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    join account on account.uuid = finding.account_uuid
    left join finding_triage triage on ${isOfTriage}
    ${lastScan}
    where ${isFixed ? sql`end_kind in ('upgraded', 'removed')` : sql`finding.ended_at is null`}
    order by project.name, branch.name, finding.package_name, finding.uuid`.execute(tx)
  return rows
}

export interface BranchRow extends BranchOfRow {
  outcome: string
  security: number
  stability: number
  licensing: number
  isSecurityMeasured: boolean
  isStabilityMeasured: boolean
  isLicensingMeasured: boolean
  vulnerabilityCount: number
  scannedAt: Date
}

/** The branches that items about a whole branch name, by their group key. */
export async function listBranchesOfItems(
  tx: Tx,
  { accountUuid, ruleUuid, kind, visibility }: ItemsOfKind,
): Promise<BranchRow[]> {
  const { rows } = await sql<BranchRow>`
    select distinct ${branchColumns}, scan.outcome, security_score as security, stability_score as stability,
      licensing_score as licensing, security_measured as "isSecurityMeasured",
      stability_measured as "isStabilityMeasured", licensing_measured as "isLicensingMeasured",
      scan.vulnerability_count as "vulnerabilityCount", scan.scanned_at as "scannedAt"
    from notification_item item
    join project on project.account_uuid = item.account_uuid and project.uuid = item.project_uuid
    join branch on branch.account_uuid = item.account_uuid and branch.project_uuid = project.uuid
      and branch.uuid::text = item.group_key
    ${lastScan}
    where item.account_uuid = ${accountUuid} and item.rule_uuid = ${ruleUuid} and item.kind = ${kind}
      and ${isVisibleItem(visibility)}
    order by "projectName", branch`.execute(tx)
  return rows
}

/** The package URLs in inventories, by branch, package and version. */
export async function listPurls(
  tx: Tx,
  accountUuid: string,
  findings: readonly Pick<FindingRow, 'branchUuid' | 'packageName'>[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{
    branchUuid: string
    ecosystem: string
    packageName: string
    version: string
    purl: string
  }>`
    select distinct component.branch_uuid as "branchUuid", ecosystem, component.package_name as "packageName",
      version, purl
    from unnest(${findings.map(({ branchUuid }) => branchUuid)}::uuid[],
      ${findings.map(({ packageName }) => packageName)}::text[]) as wanted (branch_uuid, package_name)
    join component on component.account_uuid = ${accountUuid} and component.branch_uuid = wanted.branch_uuid
      and component.package_name = wanted.package_name
    where purl is not null and ecosystem is not null`.execute(tx)
  return new Map(rows.map(({ purl, ...key }) => [purlKey(key), purl]))
}

export const purlKey = (key: {
  branchUuid: string
  ecosystem: string
  packageName: string
  version: string
}): string => [key.branchUuid, key.ecosystem, key.packageName, key.version].join('\n')

/** Ids of the vulnerabilities, by advisory. */
export async function listAliases(tx: Tx, advisoryUuids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ uuid: string; aliases: string[] }>`
    select advisory_uuid as uuid, array_agg(alias order by alias) as aliases from advisory_alias
    where advisory_uuid = any(${[...advisoryUuids]}::uuid[]) group by 1`.execute(tx)
  return new Map(rows.map(({ uuid, aliases }) => [uuid, aliases]))
}

/** The kinds of a rule's visible items. */
export async function listKinds(
  tx: Tx,
  { accountUuid, ruleUuid }: RuleKey,
  visibility: ItemVisibility,
): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from notification_item item
    left join project on project.account_uuid = item.account_uuid and project.uuid = item.project_uuid
    where item.account_uuid = ${accountUuid} and item.rule_uuid = ${ruleUuid} and ${isVisibleItem(visibility)}`.execute(
    tx,
  )
  return rows.map(({ kind }) => kind)
}
