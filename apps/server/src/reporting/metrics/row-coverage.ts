import type { MetricsProject } from '@assay/contract/metrics.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import type { MetricsRow } from '#reporting/numbers/metrics-response.ts'
import { listCovered } from './coverage-store.ts'

export type CoverageOf = (row: MetricsRow) => Pick<MetricsProject, 'coverage' | 'measured'>

/** What the last scans of the rows checked, in one statement. */
export async function readCoverage(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  scope: Scope,
  rows: readonly MetricsRow[],
): Promise<CoverageOf> {
  const byBranch = new Map(rows.map((row) => [row.branchUuid, row]))
  const [knowledge, found] = await Promise.all([
    readKnowledge({ db, config }),
    listCovered(db, scope, [...byBranch.values()]),
  ])
  const outdated = outdatedEcosystems(knowledge)
  const covered = new Map(
    [...byBranch.keys()].map((branchUuid, at) => {
      const scan = found[at]
      return [branchUuid, scan && wireCovered(scan.covered, scan.isNewest ? outdated : [])] as const
    }),
  )
  return ({ branchUuid, measured, coversLess }) => {
    const of = covered.get(branchUuid)
    // Of a scan that was removed meanwhile, nothing is known.
    if (!of) return { measured, coverage: { listed: 0, checked: 0, blocking: 0, coversLess } }
    // The score of a scan that covers less is an earlier one's.
    const security = measured.security && (coversLess || of.measured.security)
    return { measured: { ...measured, security }, coverage: of.coverage }
  }
}
