import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isExploited } from '#knowledge/advisories/exploited-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { thisTransaction } from '#platform/database/this-transaction.ts'
import { anyProjectInScope, projectInScope } from '#projects/in-scope-store.ts'
import type { FindingKey } from './finding-key.ts'

/** What is stored of a finding, beside what scans say. */
export interface StoredState {
  state: string
  decisionUuid: string | null
  wantedUuid: string | null
  assigneeUuid: string | null
  /** YYYY-MM-DD. */
  dueOn: string | null
}

export interface KnownFinding extends FindingKey, StoredState {
  /** It has a fix that an advisory names. */
  hasFix: boolean
  isOpen: boolean
  /** The last scan of a branch found but excluded it. */
  isExcluded: boolean
  isExploited: boolean
  /** Its decision is about more than this finding. */
  isWide: boolean
  /** The caller may decide about it without asking. */
  isDecidable: boolean
}

const keys = sql`"projectUuid" uuid, "advisoryUuid" uuid, ecosystem text, "packageName" text`

/** Keys as rows with the names of the columns. */
const rowsOf = (all: readonly FindingKey[]): RawBuilder<unknown> => sql`
  (select distinct "projectUuid" as project_uuid, "advisoryUuid" as advisory_uuid, ecosystem, "packageName" as package_name
    from jsonb_to_recordset(${jsonText(all)}::jsonb) as given(${keys}))`

/** Rows of a JSON text with a key and these columns. */
const recordsOf = (rows: readonly FindingKey[], columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${jsonText(rows)}::jsonb) as changed(${keys}, ${columns})`

const columns = sql`project_uuid as "projectUuid", advisory_uuid as "advisoryUuid", ecosystem,
  package_name as "packageName", state, decision_uuid as "decisionUuid", wanted_uuid as "wantedUuid",
  assignee_uuid as "assigneeUuid", due_on::text as "dueOn"`

/** Makes sure that findings in scope have a row, which is locked until the transaction ends, in one order for all. */
export async function lockFindings(
  tx: Tx,
  scope: Scope,
  { wanted, deciding }: { wanted: readonly FindingKey[]; deciding: Scope | null },
): Promise<KnownFinding[]> {
  await sql`
    insert into finding_triage (account_uuid, project_uuid, advisory_uuid, ecosystem, package_name)
    select ${scope.accountUuid}, key.project_uuid, key.advisory_uuid, key.ecosystem, key.package_name
    from ${rowsOf(wanted)} key
    join project on project.account_uuid = ${scope.accountUuid} and project.uuid = key.project_uuid
    where ${anyProjectInScope(scope)}
      and not exists (
        select from finding_triage known
        where known.account_uuid = ${scope.accountUuid} and known.project_uuid = key.project_uuid
          and known.advisory_uuid = key.advisory_uuid and known.ecosystem = key.ecosystem
          and known.package_name = key.package_name)
      and (${hasLifetime(scope, 'key', sql`true`)} or ${isExcluded(scope, 'key')})
    order by 2, 3, 4, 5
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<KnownFinding>`
    with locked as materialized (
      select triage.* from finding_triage triage
      join ${rowsOf(wanted)} key using (project_uuid, advisory_uuid, ecosystem, package_name)
      where triage.account_uuid = ${scope.accountUuid}
      order by project_uuid, advisory_uuid, ecosystem, package_name
      for update of triage)
    select ${columns}, ${hasLifetime(scope, 'locked', sql`ended_at is null`)} as "isOpen",
      ${isExcluded(scope, 'locked')} as "isExcluded",
      ${hasLifetime(scope, 'locked', sql`ended_at is null and cardinality(fixed_versions) > 0`)} as "hasFix",
      ${isExploited(sql`locked.advisory_uuid`)} as "isExploited", ${isWide} as "isWide",
      ${deciding === null ? sql`false` : anyProjectInScope(deciding)} as "isDecidable"
    from locked join project on project.account_uuid = locked.account_uuid and project.uuid = locked.project_uuid
    where ${anyProjectInScope(scope)}`.execute(tx)
  return rows
}

type KeyRow = 'key' | 'locked'
const columnOf = (row: KeyRow, name: string) => sql.ref(`${row}.${name}`)

/** By branch, because its indexes lead to the finding. */
const hasLifetime = (scope: Scope, row: KeyRow, condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from branch join finding on finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid
  where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${columnOf(row, 'project_uuid')}
    and finding.ecosystem = ${columnOf(row, 'ecosystem')} and finding.package_name = ${columnOf(row, 'package_name')}
    and finding.advisory_uuid = ${columnOf(row, 'advisory_uuid')} and ${condition})`

const isExcluded = (scope: Scope, row: KeyRow) => sql<boolean>`exists (
  select from branch
  join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
    and scan.number = branch.last_number and scan.has_excluded
  cross join jsonb_array_elements(scan.excluded) found
  where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${columnOf(row, 'project_uuid')}
    and found ->> 'advisoryUuid' = ${columnOf(row, 'advisory_uuid')}::text
    and found ->> 'packageName' = ${columnOf(row, 'package_name')}
    and found ->> 'ecosystem' = ${columnOf(row, 'ecosystem')})`

const isWide = sql<boolean>`exists (
  select from exclusion
  where exclusion.account_uuid = locked.account_uuid and exclusion.uuid = locked.decision_uuid
    and target ->> 'kind' <> 'finding')`

/** What is stored of findings of these projects and advisories. */
export async function listStates(
  db: Database,
  scope: Scope,
  { projectUuids, advisoryUuids }: { projectUuids: readonly string[]; advisoryUuids: readonly string[] },
): Promise<ChangedState[]> {
  if (projectUuids.length === 0 || advisoryUuids.length === 0) return []
  const { rows } = await sql<ChangedState>`
    select ${columns} from finding_triage
    where account_uuid = ${scope.accountUuid} and project_uuid = any(${[...projectUuids]}::uuid[])
      and advisory_uuid = any(${[...advisoryUuids]}::uuid[])`.execute(db)
  return rows
}

export type ChangedState = FindingKey & StoredState

export async function saveStates(tx: Tx, scope: Scope, rows: readonly ChangedState[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update finding_triage set state = changed.state, decision_uuid = changed."decisionUuid",
      wanted_uuid = changed."wantedUuid", assignee_uuid = changed."assigneeUuid", due_on = changed."dueOn", changed_at = now(), changed_in = ${thisTransaction}
    from ${recordsOf(rows, sql`state text, "decisionUuid" uuid, "wantedUuid" uuid, "assigneeUuid" uuid, "dueOn" date`)}
    where account_uuid = ${scope.accountUuid} and project_uuid = "projectUuid" and advisory_uuid = "advisoryUuid"
      and finding_triage.ecosystem = changed.ecosystem and package_name = "packageName"`.execute(tx)
}

/** Those that follow from, or wait for, one of these decisions; locked. */
export async function lockOfDecisions(
  tx: Tx,
  scope: Scope,
  uuids: readonly string[],
): Promise<ChangedState[]> {
  if (uuids.length === 0) return []
  const { rows } = await sql<ChangedState>`
    select ${columns}
    from finding_triage
    where account_uuid = ${scope.accountUuid}
      and (decision_uuid = any(${[...uuids]}::uuid[]) or wanted_uuid = any(${[...uuids]}::uuid[]))
    order by project_uuid, advisory_uuid, ecosystem, package_name for update`.execute(tx)
  return rows
}

/** Branches on which one of the findings is open, to be scanned again. */
export async function listOpenBranches(db: Database, scope: Scope, of: readonly FindingKey[]) {
  if (of.length === 0) return []
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    select distinct branch.account_uuid as "accountUuid", branch.uuid as "branchUuid"
    from ${rowsOf(of)} key
    join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = key.project_uuid
    join finding on finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid
      and finding.ecosystem = key.ecosystem and finding.package_name = key.package_name
      and finding.advisory_uuid = key.advisory_uuid and finding.ended_at is null
    order by 1, 2`.execute(db)
  return rows
}

export interface OpenFilter {
  advisoryUuids?: readonly string[]
  package?: { ecosystem: string; packageName: string }
  projectUuid?: string | null
  limit: number
}

/** The open findings of advisories or of a package, in projects of the scope. */
export async function listOpenKeys(
  db: Database,
  scope: Scope,
  { advisoryUuids, package: of, projectUuid = null, limit }: OpenFilter,
): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    select distinct finding.project_uuid as "projectUuid", advisory_uuid as "advisoryUuid", ecosystem,
      package_name as "packageName"
    from finding join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    where finding.account_uuid = ${scope.accountUuid} and ended_at is null and ${projectInScope(scope)}
      ${advisoryUuids ? sql`and advisory_uuid = any(${[...advisoryUuids]}::uuid[])` : sql``}
      ${of ? sql`and package_name = ${of.packageName} and ecosystem = ${of.ecosystem}` : sql``}
      ${projectUuid === null ? sql`` : sql`and project.uuid = ${projectUuid}`}
    limit ${limit}`.execute(db)
  return rows
}

/** Findings follow the advisory that theirs was merged into. */
export async function followMerged(tx: Tx): Promise<void> {
  for (const table of ['finding_triage', 'finding_change', 'finding_comment'] as const)
    await sql`
      update ${sql.table(table)} set advisory_uuid = joined_into
        ${table === 'finding_triage' ? sql`, changed_in = ${thisTransaction}` : sql``} from advisory
      where advisory.uuid = ${sql.table(table)}.advisory_uuid and joined_into is not null
        and ${
          table === 'finding_triage'
            ? sql`not exists (select from finding_triage other
          where other.account_uuid = finding_triage.account_uuid and other.project_uuid = finding_triage.project_uuid
            and other.advisory_uuid = joined_into and other.ecosystem = finding_triage.ecosystem
            and other.package_name = finding_triage.package_name)`
            : sql`true`
        }`.execute(tx)
}
