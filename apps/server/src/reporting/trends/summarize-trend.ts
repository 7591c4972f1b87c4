import type { FixTargets } from '@assay/contract/accounts.ts'
import type { Closed, Opened, Trend } from '@assay/contract/trends.ts'
import {
  type EndKind,
  ratedSeverities,
  type Severity,
  toWireSeverity,
  wireSeverities,
} from '@assay/engine/vocabulary.ts'
import type { TrendSums } from './store.ts'

const dayMs = 86_400_000

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
  const dates = daysBetween(period.from, period.before)
  const severities = severityTrends(sums, dates, period)
  const weeks = weeksOf(sums, dates)
  return {
    startDate: period.startDate,
    endDate: period.endDate,
    sortedDates: dates,
    open: sum(severities, ({ open }) => open),
    change: sum(severities, ({ change }) => change),
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

function severityTrends(sums: TrendSums, dates: string[], { now, targets }: Period): Trend['severities'] {
  const openNow = sumBy(sums.ages, ({ severity }) => wireOf(severity))
  const after = sumBy(
    sums.growth.filter(({ day }) => day === null),
    ({ severity }) => wireOf(severity),
  )
  const growth = sumBy(sums.growth, ({ day, severity }) => `${day} ${wireOf(severity)}`)
  const fixes = sums.fixes.filter(({ isBefore }) => !isBefore)
  return wireSeverities.flatMap((severity) => {
    const open = (openNow.get(severity) ?? 0) - (after.get(severity) ?? 0)
    const openByDay = cumulate(
      open,
      dates.map((day) => growth.get(`${day} ${severity}`) ?? 0),
    )
    const start = open - sum(dates, (day) => growth.get(`${day} ${severity}`) ?? 0)
    const fixed = fixes.filter((fix) => wireOf(fix.severity) === severity)
    const isRated = (ratedSeverities as readonly string[]).includes(severity)
    if (!isRated && fixed.length === 0 && start === 0 && openByDay.every((each) => each === 0)) return []
    const ofFixes = { fixed: sum(fixed, ({ findings }) => findings), medianDaysToFix: medianDays(fixed) }
    const targetDays = severity in targets ? targets[severity as keyof FixTargets] : null
    const ages = sums.ages.filter((each) => wireOf(each.severity) === severity)
    const overdue =
      targetDays === null
        ? null
        : sum(ages, ({ since, findings }) => (daysSince(since, now) > targetDays ? findings : 0))
    return [{ severity, open, change: open - start, openByDay, ...ofFixes, targetDays, overdue }]
  })
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

function weeksOf(sums: TrendSums, dates: string[]): Trend['weeks'] {
  const byWeek = Map.groupBy(sums.weeks, ({ week }) => week)
  const days = Map.groupBy(dates, mondayOf)
  return [...days].map(([week, within]) => {
    const sumsOfWeek = byWeek.get(week) ?? []
    const span = { startDate: within[0]!, endDate: within.at(-1)! }
    return { ...span, opened: openedOf(sumsOfWeek), closed: closedOf(sumsOfWeek) }
  })
}

function mondayOf(day: string): string {
  const moment = Date.parse(`${day}T00:00:00Z`)
  const weekday = (new Date(moment).getUTCDay() + 6) % 7
  return new Date(moment - weekday * dayMs).toISOString().slice(0, 10)
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

const daysSince = (day: string, now: Date) =>
  Math.floor((now.getTime() - Date.parse(`${day}T00:00:00Z`)) / dayMs)

const wireOf = (severity: string) => toWireSeverity[severity as Severity]

const sum = <T>(items: readonly T[], valueOf: (item: T) => number) =>
  items.reduce((total, item) => total + valueOf(item), 0)

function sumBy<T extends { findings: number }>(items: readonly T[], keyOf: (item: T) => string) {
  const sums = new Map<string, number>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + item.findings)
  return sums
}

function daysBetween(from: Date, before: Date): string[] {
  const count = Math.max(0, Math.round((before.getTime() - from.getTime()) / dayMs))
  return Array.from({ length: count }, (_, index) =>
    new Date(from.getTime() + index * dayMs).toISOString().slice(0, 10),
  )
}
