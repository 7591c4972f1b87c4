import type { AccountNumbers } from './account-numbers.ts'
import type { MetricsRow } from './metrics-response.ts'
import { eachSpan, type Spans } from './spans.ts'

/** The row of one of the spans. */
export function rowAt(numbers: AccountNumbers, spans: Spans, at: number): MetricsRow {
  const { directory } = numbers
  const branch = spans.branches[at]!
  const project = directory.projects[directory.projectOf[branch]!]!
  const one: Spans = {
    size: 1,
    branches: spans.branches.subarray(at, at + 1),
    firsts: spans.firsts.subarray(at, at + 1),
    lasts: spans.lasts.subarray(at, at + 1),
  }
  const rows: MetricsRow[] = []
  eachSpan(numbers, one, (figures) =>
    rows.push({
      branchUuid: directory.uuids[branch]!,
      projectUUID: project.uuid,
      projectUrl: project.url,
      projectName: project.name,
      projectBranch: directory.names[branch]!,
      totalScans: figures.scans,
      vulnerabilitiesIdentified: figures.identified,
      vulnerabilitiesAddressed: figures.addressed,
      vulnerabilityCount: figures.count,
      securityScore: figures.score,
      measured: {
        security: figures.isMeasured,
        stability: figures.hasStability,
        licensing: figures.hasLicensing,
      },
      coversLess: figures.coversLess,
      deltaSecurityScore:
        figures.isMeasured && figures.isMeasuredBefore ? figures.score - figures.scoreBefore : 0,
      deltaVulns: figures.isComparable ? figures.count - figures.countBefore : 0,
      performanceScore: figures.performance,
      lastScanned: figures.lastScanned,
    }),
  )
  return rows[0]!
}
