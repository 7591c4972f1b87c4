import type { Report } from '@assay/contract/reports.ts'
import { displayId } from '../../parts/display-id.ts'

export interface FindingRow {
  key: string
  severity: string
  isExcluded: boolean
  id: string
  dependency: string
  fixedIn: string
  path: string
}

const severityOrder = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NA', 'NONE', 'SUGGEST']

/** The findings of a report, the worst first, then by package. */
export const findingRows = (report: Pick<Report, 'security'>): FindingRow[] =>
  report.security.assessments
    .flatMap(({ reports }) => reports)
    .flatMap(({ dependency, advices, safeVersions, hierarchy }) =>
      advices.map((advice) => ({
        key: `${dependency.name}@${dependency.version} ${advice.id}`,
        severity: advice.severity,
        isExcluded: advice.exclusions !== undefined,
        id: shownId(advice),
        dependency: `${dependency.name} ${dependency.version}`,
        fixedIn: [...new Set([safeVersions.latestPatch, safeVersions.latestMinor, safeVersions.latestMajor])]
          .filter((version) => version !== null)
          .join(', '),
        path: hierarchy.slice(0, -1).join(' › '),
      })),
    )
    .sort(
      (a, b) =>
        severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity) || (a.key < b.key ? -1 : 1),
    )

/** A CVE or CWE as it is; anything else as MET- and the part before the first hyphen. */
const shownId = ({ cve, id }: { cve: string | null; id: string }): string => cve ?? displayId(id)
