import { type DeployerDecision, deployerDecisions } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { isExploitedFinding } from '#scanning/due-dates/store.ts'

/** As stored: most urgent first, and what is not decided yet last. */
export const ssvcRanks: readonly (DeployerDecision | null)[] = [...deployerDecisions.toReversed(), null]

export const rankOfSsvc = (decision: DeployerDecision | null): number => ssvcRanks.indexOf(decision)

export interface PrioritizedFinding {
  uuid: string
  branchUuid: string
  ecosystem: string
  packageName: string
  advisoryUuid: string
  isExploited: boolean
  /** null: the vector was not read yet. */
  isAutomatable: boolean | null
  /** A position of ssvcRanks. */
  rank: number
  /** Of the project. */
  tags: string[]
}

/** Open findings of branches, with what their priority follows from. */
export async function listPrioritized(
  tx: Tx,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<PrioritizedFinding[]> {
  const { rows } = await sql<PrioritizedFinding>`
    select finding.uuid, finding.branch_uuid as "branchUuid", finding.ecosystem,
      finding.package_name as "packageName", finding.advisory_uuid as "advisoryUuid",
      ${isExploitedFinding} as "isExploited",
      finding.automatable as "isAutomatable", finding.ssvc as rank, project.tags
    from finding join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    where finding.account_uuid = ${accountUuid} and finding.branch_uuid = any(${[...branchUuids]}::uuid[])
      and finding.ended_at is null`.execute(tx)
  return rows
}

type Priority = Pick<PrioritizedFinding, 'uuid' | 'rank'> & { isAutomatable: boolean }

export async function savePriorities(
  tx: Tx,
  { accountUuid }: Scope,
  priorities: readonly Priority[],
): Promise<void> {
  if (priorities.length === 0) return
  await sql`
    update finding set ssvc = given.rank, automatable = given.automatable
    from unnest(${priorities.map(({ uuid }) => uuid)}::uuid[], ${priorities.map(({ rank }) => rank)}::int[],
      ${priorities.map(({ isAutomatable }) => isAutomatable)}::boolean[]) as given(uuid, rank, automatable)
    where finding.account_uuid = ${accountUuid} and finding.uuid = given.uuid`.execute(tx)
}

interface Branch {
  accountUuid: string
  branchUuid: string
}

/** Branches with open findings, of one account or all; by account. */
export async function listWithFindings(db: Database, accountUuid: string | null): Promise<Branch[]> {
  const { rows } = await sql<Branch>`
    select account_uuid as "accountUuid", uuid as "branchUuid" from branch
    where (${accountUuid}::uuid is null or account_uuid = ${accountUuid}::uuid) and last_number > 0
      and exists (select from finding where finding.account_uuid = branch.account_uuid
        and finding.branch_uuid = branch.uuid and ended_at is null)
    order by account_uuid, uuid`.execute(db)
  return rows
}

/** Branches with open findings of advisories on these CVEs, also as an alias. */
export async function listNaming(db: Database, cves: readonly string[]): Promise<Branch[]> {
  const { rows } = await sql<Branch>`
    with named as materialized (
      select uuid from advisory where cves && ${[...cves]}::text[] or cve = any(${[...cves]}::text[])
      union select advisory_uuid from advisory_alias where alias = any(${[...cves]}::text[])),
    merged as (select uuid from named union select advisory.uuid from advisory join named on joined_into = named.uuid)
    select distinct finding.account_uuid as "accountUuid", finding.branch_uuid as "branchUuid"
    from account cross join merged
    join finding on finding.account_uuid = account.uuid and finding.advisory_uuid = merged.uuid
    where finding.ended_at is null
    order by 1, 2`.execute(db)
  return rows
}

/** Locks branches against scans, whose findings are about to be written. Returns those that still exist. */
export async function lockForPriorities(
  tx: Tx,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from branch where account_uuid = ${accountUuid} and uuid = any(${[...branchUuids]}::uuid[])
    order by uuid for update`.execute(tx)
  return rows.map(({ uuid }) => uuid)
}
