import { formatNumber, formatChange } from '../language/format.ts'

const days = (count: number) => `${formatNumber(count)} ${count === 1 ? 'day' : 'days'}`

/** Trend panel, first on the dashboard. */
export const trends = {
  title: 'Open vulnerabilities',
  asOf: (date: string) => `At the end of ${date}, in every selected branch`,
  /** First scans compare with nothing. */
  comparable: (change: number, projects: number) =>
    `${change === 0 ? 'Unchanged' : `${formatNumber(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'}`} in the ${projects === 1 ? 'project' : `${formatNumber(projects)} projects`} scanned before this period`,
  failed: 'Failed to load the trend.',
  change: (count: number) => (count === 0 ? 'No change' : `${formatChange(count)} in this period`),
  score: 'Average score',
  scoreChange: (points: number) => (points === 0 ? 'No change' : `${formatChange(points)} in this period`),
  noScore: 'No scans in this period',
  notMeasured: 'Average score: not measured',
  measuredRows: (measured: number, rows: number) =>
    `of ${formatNumber(measured)} of ${formatNumber(rows)} branches: the others were not measured`,
  chart: {
    title: 'Open vulnerabilities over time',
    date: 'Date',
    total: 'Total',
    tooFewDates: 'Not enough data yet.',
    none: 'No open vulnerabilities in this period.',
  },
  weeks: {
    title: 'New and fixed per week',
    week: 'Week',
    of: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
    opened: 'New',
    fixed: 'Fixed',
    otherwise: 'Closed without a fix',
    none: 'Nothing new or fixed in this period.',
    first: 'New (first scans)',
    known: 'New (changed dependencies)',
    learned: 'New (advisories, other)',
  },
  libyears: {
    title: 'Libyears',
    value: (years: number) => formatNumber(Math.round(years * 10) / 10),
    behind: 'behind the newest stable releases',
    unknown: (count: number) =>
      `unknown for ${formatNumber(count)} ${count === 1 ? 'component' : 'components'}`,
    none: 'No releases known',
  },
  causes: {
    title: 'Why it changed',
    opened: (count: number) => `${formatNumber(count)} new`,
    closed: (count: number) => `${formatNumber(count)} closed`,
    nothing: 'Nothing changed.',
    firstScan: 'found by first scans',
    dependency: 'from added or changed dependencies',
    advisory: 'from new or changed advisories',
    exclusionLifted: 'no longer excluded',
    coverageRestored: 'in files scanned again',
    upgraded: 'fixed by upgrades',
    removed: 'fixed by removal',
    withdrawn: 'advisory withdrawn',
    advisoryChanged: 'advisory merged, dropped or corrected',
    excluded: 'excluded, not fixed',
    coverageLost: 'no longer scanned',
  },
  columns: {
    firstScan: 'First scan',
    dependency: 'Dependencies',
    advisory: 'Advisories',
    exclusionLifted: 'Exclusion removed',
    coverageRestored: 'Scanned again',
    upgraded: 'Upgraded',
    removed: 'Removed',
    withdrawn: 'Withdrawn',
    advisoryChanged: 'Advisory changed',
    excluded: 'Excluded',
    coverageLost: 'Not scanned',
  },
  daysToFix: {
    title: 'Median time to fix',
    value: days,
    before: (count: number) => `${days(count)} in the period before`,
    none: 'Nothing fixed in this period',
  },
  overdue: {
    title: 'Overdue',
    today: 'Overdue today',
    by: (count: number, severity: string, targetDays: number) =>
      `${formatNumber(count)} ${severity} over ${days(targetDays)}`,
    none: 'All open vulnerabilities are within their targets',
    noTargets: 'No fix targets set',
    set: 'Set targets',
  },
  age: {
    title: 'Median age',
    today: 'Median age today',
    value: days,
    older: (count: number, fromDays: number) => `${formatNumber(count)} open for ${days(fromDays)} or longer`,
    none: 'No open vulnerabilities',
    noneOlder: (fromDays: number) => `None for ${days(fromDays)} or longer`,
  },
} as const
