import type { Comparison, ComparisonList, Overview } from '@assay/contract/scans.ts'
import type { ComparedFinding } from '@assay/contract/findings.ts'
import { compareSeverity } from '../../../widgets/findings/severity-model.ts'

export interface ComparedRow {
  key: string
  id: string
  finding: ComparedFinding
}

/** Most severe first, then by package. */
export const comparedRows = (comparison: Comparison, list: ComparisonList): ComparedRow[] =>
  comparison[list]
    .map((finding) => ({
      key: `${finding.advisoryUuid}.${finding.ecosystem}.${finding.package}`,
      id: finding.displayId,
      finding,
    }))
    .sort(
      (a, b) =>
        compareSeverity(a.finding, b.finding) ||
        a.finding.package.localeCompare(b.finding.package) ||
        a.id.localeCompare(b.id, undefined, { numeric: true }),
    )

export interface Choice {
  uuid: string
  branch: string
  /** null for another branch's last scan. */
  number: number | null
  timestamp: number
}

/** Scans to compare with: the branch's own, then the last one of each other branch. */
export function comparable({ branch, branches, scan, scans }: Overview): Choice[] {
  const listed = scans.some(({ uuid }) => uuid === scan.uuid) ? scans : [...scans, scan]
  return [
    ...listed.map((each) => ({ ...each, branch })),
    ...branches
      .filter(({ name }) => name !== branch)
      .map(({ name, reportUuid, timestamp }) => ({
        uuid: reportUuid,
        branch: name,
        number: null,
        timestamp,
      })),
  ]
}
