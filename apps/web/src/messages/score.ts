import { formatNumber, plural } from '../language/format.ts'

const points = (penalty: number) => plural(penalty, 'point')
const byPoints = (penalty: number, score: number) =>
  penalty > 100
    ? `100 − ${points(penalty)}, at least 0 = ${score}`
    : `100 − ${points(penalty)} = ${score}, rounded`

/** Why a security score is what it is. */
export const score = {
  title: (score: number) => `Why ${score}`,
  why: (score: number) => `Why ${score}?`,
  /** By the scan's formula. */
  sum: {
    cvss: byPoints,
    severity: byPoints,
    graded: (penalty: number, score: number) =>
      `100 − 10 × log₂(1 + ${formatNumber(penalty)} ÷ 10) = ${score}, rounded`,
  },
  percentile: (percent: number) =>
    percent === 0
      ? 'No other project has a lower score.'
      : `A higher score than ${formatNumber(percent)}% of the other projects.`,
  /** Beside a score. */
  above: (percent: number) => (percent === 0 ? 'lowest' : `above ${formatNumber(percent)}%`),
  decidedSince: (score: number) =>
    `Findings of this scan have been decided on since, so these parts do not add up to ${score}. The next scan counts them.`,
  unknown: 'The formula of this scan is unknown',
  nothing: 'No findings deduct points',
  nothingHint: 'Findings that were excluded or are not affected deduct nothing.',
  parts: 'Parts',
  changes: 'What would change it',
  columns: {
    severity: 'Severity',
    findings: 'Findings',
    each: 'Points each',
    points: 'Points',
    package: 'Package',
    without: 'Score without it',
    upgrade: 'Upgrade to',
  },
  byCvss: '5 × CVSS',
  noUpgrade: 'No known release',
  showAll: (count: number) => `Show all ${formatNumber(count)} packages`,
  others:
    'Stability deducts a point for each component with a newer patch release, licensing for each without a license; their tabs list them.',
}
