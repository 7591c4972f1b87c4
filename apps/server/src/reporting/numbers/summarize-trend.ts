import type { FixTargets } from '@assay/contract/accounts.ts'
import type { Closed, Opened, Trend } from '@assay/contract/trends.ts'
import {
  type EndKind,
  ratedSeverities,
  type Severity,
  toWireSeverity,
  type WireSeverity,
  wireSeverities,
} from '@assay/engine/vocabulary.ts'
import { dayOf, mondayOf, textOfDay } from './days.ts'
import type { TrendSums } from './trend.ts'

/** Lower bounds of the age groups in days. */
const ageGroups = [0, 7, 30, 90, 180, 365]

interface Period {
  startDate: string
  endDate: string
  from: Date
  before: Date
  now: Date
  targets: FixTargets
}

export function summarizeTrend(sums: TrendSums, period: Period): Trend {
  const first = dayOf(period.from)
  const days = Array.from({ length: Math.max(0, dayOf(period.before) - first) }, (_, at) => first + at)
  const severities = severityTrends(sums, days, period)
  const weeks = weeksOf(sums, days)
  return {
    startDate: period.startDate,
    endDate: period.endDate,
    sortedDates: days.map(textOfDay),
    open: sum(severities, ({ open }) => open),
    change: sum(severities, ({ change }) => change),
    comparable: comparableOf(sums, severities),
    firstScansByDay: days.map((day) => sums.firstScans.find((each) => each.day === day)?.branches ?? 0),
    severities,
    opened: openedOf(sums.weeks),
    closed: closedOf(sums.weeks),
    weeks,
    daysToFix: {
      median: medianDays(sums.fixes.filter(({ isBefore }) => !isBefore)),
      previousMedian: medianDays(sums.fixes.filter(({ isBefore }) => isBefore)),
    },
    overdue: severities.some(({ overdue }) => overdue !== null)
      ? sum(severities, ({ overdue }) => overdue ?? 0)
      : null,
    age: ageOf(sums, period.now),
  }
}

function severityTrends(sums: TrendSums, days: number[], { targets }: Period): Trend['severities'] {
  const ages = bySeverity(sums.ages)
  const late = bySeverity(sums.overdue)
  const growth = bySeverity(sums.growth)
  const compared = bySeverity(sums.comparable.growth)
  const fixes = bySeverity(sums.fixes.filter(({ isBefore }) => !isBefore))
  return wireSeverities.flatMap((severity) => {
    const open = findingsOf(ages(severity)) - findingsOf(growth(severity).filter(({ day }) => day === null))
    const grown = sumBy(growth(severity), ({ day }) => day)
    const growthByDay = days.map((day) => grown.get(day) ?? 0)
    const openByDay = cumulate(open, growthByDay)
    const start = open - sum(growthByDay, (by) => by)
    const fixed = fixes(severity)
    const isRated = (ratedSeverities as readonly string[]).includes(severity)
    if (!isRated && fixed.length === 0 && start === 0 && openByDay.every((each) => each === 0)) return []
    const ofFixes = { fixed: findingsOf(fixed), medianDaysToFix: medianDays(fixed) }
    const targetDays = severity in targets ? targets[severity as keyof FixTargets] : null
    const overdue = targetDays === null && late(severity).length === 0 ? null : findingsOf(late(severity))
    const comparableChange = findingsOf(compared(severity))
    const change = { change: open - start, comparableChange }
    return [{ severity, open, ...change, openByDay, ...ofFixes, targetDays, overdue }]
  })
}

function comparableOf({ comparable }: TrendSums, severities: Trend['severities']): Trend['comparable'] {
  const { projects, scoreBefore, scoreAfter, scored } = comparable
  return {
    projects,
    change: sum(severities, ({ comparableChange }) => comparableChange),
    scoreChange: scored === 0 ? null : Math.round(scoreAfter / scored) - Math.round(scoreBefore / scored),
  }
}

/** Open findings at the end of each day, derived backwards from the last day. */
function cumulate(last: number, growth: number[]): number[] {
  let open = last
  return growth
    .toReversed()
    .map((by) => {
      const atEnd = open
      open -= by
      return atEnd
    })
    .toReversed()
}

function weeksOf(sums: TrendSums, days: number[]): Trend['weeks'] {
  const byWeek = Map.groupBy(sums.weeks, ({ week }) => week)
  return [...Map.groupBy(days, mondayOf)].map(([week, within]) => {
    const sumsOfWeek = byWeek.get(week) ?? []
    const span = { startDate: textOfDay(within[0]!), endDate: textOfDay(within.at(-1)!) }
    return { ...span, opened: openedOf(sumsOfWeek), closed: closedOf(sumsOfWeek) }
  })
}

const openedKeys = {
  'first-scan': 'firstScan',
  dependency: 'dependency',
  advisory: 'advisory',
  'exclusion-lifted': 'exclusionLifted',
  'coverage-restored': 'coverageRestored',
} as const satisfies Record<string, keyof Opened>

const closedKeys = {
  upgraded: 'upgraded',
  removed: 'removed',
  withdrawn: 'withdrawn',
  'advisory-changed': 'advisoryChanged',
  excluded: 'excluded',
  'coverage-lost': 'coverageLost',
} as const satisfies Record<EndKind, keyof Closed>

type CauseSum = Pick<TrendSums['weeks'][number], 'cause' | 'findings'>

export const openedOf = (sums: readonly CauseSum[]): Opened => byCause(sums, openedKeys)
export const closedOf = (sums: readonly CauseSum[]): Closed => byCause(sums, closedKeys)

function byCause<K extends string>(sums: readonly CauseSum[], keys: Record<string, K>) {
  const found = sumBy(sums, ({ cause }) => cause)
  const counts = Object.entries(keys).map(([cause, key]) => [key, found.get(cause) ?? 0] as const)
  return {
    total: sum(counts, ([, count]) => count),
    ...(Object.fromEntries(counts) as Record<K, number>),
  }
}

/** The lower median, like percentile_disc(0.5). */
function medianDays(fixes: TrendSums['fixes']): number | null {
  return median(fixes.flatMap(({ days, findings }) => (days === null ? [] : [{ value: days, findings }])))
}

function median(values: { value: number; findings: number }[]): number | null {
  const half = sum(values, ({ findings }) => findings) / 2
  let seen = 0
  for (const { value, findings } of values.toSorted((a, b) => a.value - b.value)) {
    seen += findings
    if (seen >= half) return value
  }
  return null
}

function ageOf({ ages }: TrendSums, now: Date): Trend['age'] {
  // The publication date may be in the future.
  const values = ages.map(({ since, findings }) => ({
    value: Math.max(0, daysSince(since, now)),
    findings,
  }))
  const groups = ageGroups.map((fromDays, index) => {
    const before = ageGroups[index + 1] ?? Infinity
    const within = values.filter(({ value }) => value >= fromDays && value < before)
    return { fromDays, open: sum(within, ({ findings }) => findings) }
  })
  return { medianDays: median(values), groups }
}

const daysSince = (day: number, now: Date) => dayOf(now) - day

const wireOf = (severity: string) => toWireSeverity[severity as Severity]

const sum = <T>(items: readonly T[], valueOf: (item: T) => number) =>
  items.reduce((total, item) => total + valueOf(item), 0)

const findingsOf = (items: readonly { findings: number }[]) => sum(items, ({ findings }) => findings)

function bySeverity<T extends { severity: string }>(items: readonly T[]): (severity: WireSeverity) => T[] {
  const groups = Map.groupBy(items, ({ severity }) => wireOf(severity))
  return (severity) => groups.get(severity) ?? []
}

function sumBy<T extends { findings: number }, K>(items: readonly T[], keyOf: (item: T) => K) {
  const sums = new Map<K, number>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + item.findings)
  return sums
}
