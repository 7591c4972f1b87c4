import { formatNumber, plural } from '../language/format.ts'

const days = (count: number) => plural(count, 'day')
const findings = (count: number) => `${formatNumber(count)} overdue`

/** Overdue page. */
export const overdue = {
  title: 'Overdue',
  lead: 'Open vulnerabilities past their due date, longest overdue first',
  list: 'Overdue vulnerabilities',
  failed: 'Failed to load overdue vulnerabilities.',
  forbidden: { title: 'You do not have permission to view vulnerabilities' },
  targets: 'Fix targets',
  target: (severity: string, count: number) => `${severity} ${days(count)}`,
  noTargets: 'No fix targets set',
  noTargetsHint:
    'A fix target is the number of days within which vulnerabilities of a severity, or known exploited ones, should be fixed.',
  exploited: 'Known exploited',
  setTargets: 'Set fix targets',
  changeTargets: 'Change',
  none: 'Nothing is overdue',
  noneHint: 'No open vulnerability is past its due date.',
  noMatch: 'Nothing overdue matches your filters',
  project: 'Project',
  projectHint: 'Project name or URL',
  severity: 'Severity',
  anySeverity: 'Any',
  count: findings,
  columns: {
    id: 'Vulnerability',
    severity: 'Severity',
    package: 'Package',
    project: 'Project',
    due: 'Due',
    overdue: 'Overdue by',
    fix: 'Fixed in',
  },
  by: days,
  noFix: 'No fix',
} as const
