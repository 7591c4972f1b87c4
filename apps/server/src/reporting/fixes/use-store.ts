import type { PlacedInstruction } from '@assay/engine/upgrades/instruct.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { NewerBase } from '#scanning/images/newer-base-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import type { NamedUpgrade } from './decision-store.ts'

export interface UseRow extends Record<Severity, number> {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  branchUuid: string
  displayName: string
  from: string[]
  isDirect: boolean | null
  through: string[]
  isMalware: boolean
  /** A position of ssvcRanks. */
  ssvc: number
  instructions: PlacedInstruction[]
  newerBase: NewerBase | null
}

interface UseQuery {
  selection: ProjectSelection
  upgrade: NamedUpgrade
  /** Project url, branch and uuid of the previous page's last row. */
  after: readonly string[] | null
  limit: number
}

/** By project and branch. */
export async function listFixUses(
  db: Database,
  scope: Scope,
  { selection, upgrade, after, limit }: UseQuery,
): Promise<UseRow[]> {
  const order = sql`project.url collate "C", branch.name collate "C", branch.uuid::text collate "C"`
  const { rows } = await sql<UseRow>`
    select project.uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl",
      branch.name as branch, branch.uuid as "branchUuid", display_name as "displayName", from_versions as "from",
      is_direct as "isDirect", through, is_malware as "isMalware", ssvc, instructions,
      newer.base as "newerBase", critical, high, medium, low, planned.none, unknown
    from (${plannedIn(scope, selection)}) planned
    join project on project.account_uuid = planned.account_uuid and project.uuid = planned.project_uuid
    join branch on branch.account_uuid = planned.account_uuid and branch.uuid = planned.branch_uuid
    left join lateral (
      select newer_base as base from watched_image as watched
      where watched.account_uuid = branch.account_uuid and watched.project_uuid = branch.project_uuid
        and watched.tag = branch.name and newer_base ->> 'of' = any(through)
      limit 1) newer on true
    where ecosystem = ${upgrade.ecosystem} and package_name = ${upgrade.packageName}
      and to_version = ${upgrade.to}
      ${after === null ? sql`` : sql`and (${order}) > (${after[0]}, ${after[1]}, ${after[2]})`}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}

/** Rows of the selected branches in scope. */
const plannedIn = (scope: Scope, selection: ProjectSelection) => sql`
  select branch_upgrade.* from branch_upgrade
  join (${projectsInScope(scope, selection)}) visible on visible.uuid = branch_upgrade.project_uuid
  where branch_upgrade.account_uuid = ${scope.accountUuid} and visible.matches
    ${
      selection.branchPatterns.length === 0
        ? sql``
        : sql`and branch_uuid in (
      select uuid from branch where account_uuid = ${scope.accountUuid} and ${isNamedLike(selection.branchPatterns)})`
    }`
