import type { ScanReport } from './scan-report.ts'

/** Raised when a field changes its meaning or goes; new fields may come at any time. */
const formatVersion = 1

/** Assay's own format, documented in docs/command-line.md: all that a report knows, with ISO 8601 times. */
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
