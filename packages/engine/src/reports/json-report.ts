import { describeRules } from './describe-rules.ts'
import type { ScanReport } from './scan-report.ts'

/** Incremented when a field is changed or removed; new fields may be added at any time. */
const formatVersion = 1

/** Assay's own format, documented in docs/command-line.md: the complete report with ISO 8601 times. */
export function writeJson({ at, advisories, ...report }: ScanReport): object {
  return {
    formatVersion,
    ...report,
    policyRules: describeRules(report),
    at: new Date(at).toISOString(),
    advisories: advisories && {
      ...advisories,
      newestAt: timeOf(advisories.newestAt),
      ecosystems: advisories.ecosystems.map((each) => ({
        ...each,
        newestAt: timeOf(each.newestAt),
        checkedAt: timeOf(each.checkedAt),
      })),
    },
  }
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
