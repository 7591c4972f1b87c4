import type { IsaacFinding } from '@assay/contract/isaac.ts'
import { type WireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'
import type { ReportSearch } from '../report/search.ts'

/** Open ones, then ended, then excluded ones; within each group by severity, then file. */
export function listInfrastructure(
  findings: readonly IsaacFinding[],
  { q = '', severity, show }: Pick<ReportSearch, 'q' | 'severity' | 'show'>,
): IsaacFinding[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const severities = severity?.split(',')
  return findings
    .filter((finding) => {
      if (severities && !severities.includes(finding.severity)) return false
      if (show === 'excluded' && finding.exclusion === null) return false
      const text = [finding.sysid, finding.tool, finding.path, finding.message].join('\n').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort(
      (a, b) =>
        groupOf(a) - groupOf(b) ||
        rankOf(a) - rankOf(b) ||
        compare(a.path, b.path) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        compare(a.sysid, b.sysid),
    )
}

const groupOf = ({ exclusion, lifetime }: IsaacFinding): number =>
  exclusion !== null ? 2 : lifetime?.endedAt == null ? 0 : 1
const rankOf = ({ severity }: IsaacFinding): number => wireSeverities.indexOf(severity)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Open ones per severity, most severe first. */
export const countInfrastructure = (
  findings: readonly IsaacFinding[],
): { severity: WireSeverity; count: number }[] =>
  wireSeverities
    .map((severity) => ({
      severity,
      count: findings.filter((each) => each.severity === severity && groupOf(each) === 0).length,
    }))
    .filter(({ count }) => count > 0)
