import type { Build } from '@assay/contract/builds.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Outcome } from '@assay/engine/vocabulary.ts'
import { outcomesOf } from '#knowledge/advisories/databases/freshness.ts'
import type { Scope } from '#auth/scope.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import type { BuildRow } from './store.ts'

/** The build in wire format: "uuid" is the project's, and scores are strings of digits. */
export const buildResponse = (scope: Scope, row: BuildRow, outdated: readonly string[]): Build => ({
  id: row.uuid,
  status: row.state as Build['status'],
  reason: row.reason,
  account_uuid: scope.accountUuid,
  uuid: row.projectUuid,
  branch: row.branch,
  reportUuid: row.scanUuid,
  ...(row.isaacUuid !== null && { isaacReportUuid: row.isaacUuid }),
  security: row.security?.toString() ?? null,
  stability: row.stability?.toString() ?? null,
  licensing: row.licensing?.toString() ?? null,
  ...outcomesOfBuild(row, outdated),
  ...(row.security === null ? { coverage: null, measured: null } : wireCovered(row.covered, outdated)),
  issues: (row.scanIssues ?? row.isaacIssues ?? row.issues) as Issue[],
})

function outcomesOfBuild(row: BuildRow, outdated: readonly string[]) {
  if (row.outcome === null) return { outcome: null, computedOutcome: null }
  return outcomesOf({
    outcome: row.outcome as Outcome,
    declared: row.declaredOutcome as Outcome | null,
    issues: row.scanIssues,
    isCurrent: !Object.keys(row.indexVersions ?? {}).some((id) => outdated.includes(id)),
  })
}
