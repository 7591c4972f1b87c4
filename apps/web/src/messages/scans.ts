/** Chart of a row's scans. */
export const scanChart = {
  title: (name: string) => `Scans of ${name}`,
  score: 'Security score',
  vulnerabilities: 'Vulnerabilities',
  axes: { score: 'Security score', count: 'Vulnerability count', date: 'Date scanned' },
  scannedOn: (date: string) => `Scanned on ${date}`,
  fixed: (count: number) => `Fixed ${count} ${count === 1 ? 'vulnerability' : 'vulnerabilities'}`,
  noMitigation: 'no mitigation',
  scored: (score: string, risk: string) => `${score} (${risk})`,
} as const

/** Scans of a row of the dashboard. */
export const scans = {
  title: 'Project scans',
  columns: {
    delta: 'Delta',
    score: 'Score',
    vulnerabilities: 'Vulnerabilities',
    vulnerabilitiesNarrow: 'Vulns',
    mitigations: 'Mitigations',
    mitigationsNarrow: 'Fixes',
    date: 'Scan date',
  },
  deltas: { increase: 'increased by', decrease: 'decreased by', unchanged: 'unchanged' },
  openReport: (date: string) => `Open the report of ${date}`,
  failed: 'Failed to load scans.',
} as const

/** Vulnerabilities fixed by a scan. */
export const scanFixes = {
  breadcrumb: 'Breadcrumb',
  title: (date: string) => `Scan - ${date}`,
  columns: { id: 'Vulnerability ID', severity: 'Severity', days: 'Days to fix', by: 'Fixed by' },
  none: 'no mitigations',
  unknown: 'unknown',
} as const
