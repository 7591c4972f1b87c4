import type { ScanReport } from './scan-report.ts'

/** Incremented when a field is changed or removed; new fields may be added at any time. */
const formatVersion = 1

/** Assay's own format, documented in docs/command-line.md: the complete report with ISO 8601 times. */
export function writeJson({ at, advisories, ...report }: ScanReport): object {
  const { newestAt = null, ...basis } = advisories ?? {}
  return {
    formatVersion,
    ...report,
    at: new Date(at).toISOString(),
    advisories: advisories && {
      ...basis,
      newestAt: newestAt === null ? null : new Date(newestAt).toISOString(),
    },
  }
}
