import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import type { Closed, Opened, Trend } from '@assay/contract/trends.ts'

export type TrendWeek = Trend['weeks'][number]

/** Minimum number of days for a line. */
const minDates = 2

export type TrendState = 'drawn' | 'short' | 'none'

/** Whether there is something to draw. */
export function stateOf({ sortedDates, severities }: Trend): TrendState {
  if (severities.every(({ open, change }) => open === 0 && change === 0) && !wasOpen(severities))
    return 'none'
  return sortedDates.length < minDates ? 'short' : 'drawn'
}

const wasOpen = (severities: Trend['severities']) =>
  severities.some(({ openByDay }) => openByDay.some((open) => open > 0))

/** Per week: found by first scans, new because of dependencies, newly disclosed, fixed, and closed otherwise. */
export const partsOf = ({ opened, closed }: TrendWeek) => ({
  first: opened.firstScan,
  changed: opened.dependency,
  learned: opened.advisory + opened.exclusionLifted + opened.coverageRestored,
  fixed: closed.upgraded + closed.removed,
  otherwise: closed.withdrawn + closed.advisoryChanged + closed.excluded + closed.coverageLost,
})

/** The longest bars of any week, upwards and downwards. */
export const highestBars = (weeks: readonly TrendWeek[]) => ({
  opened: Math.max(0, ...weeks.map(({ opened }) => opened.total)),
  closed: Math.max(0, ...weeks.map(({ closed }) => closed.total)),
})

export const openedCauses = [
  'firstScan',
  'dependency',
  'advisory',
  'exclusionLifted',
  'coverageRestored',
] as const satisfies (keyof Opened)[]
export const closedCauses = [
  'upgraded',
  'removed',
  'withdrawn',
  'advisoryChanged',
  'excluded',
  'coverageLost',
] as const satisfies (keyof Closed)[]

/** Ages, overdue findings and upgrades are current, even if the window ended earlier. */
export const isPast = ({ endDate }: Pick<Trend, 'endDate'>, today: Date): boolean =>
  Date.parse(endDate) < today.getTime()

/** Age in days from which an open finding counts as old. */
const oldDays = 90

export const oldFindings = ({ groups }: Trend['age']) => ({
  fromDays: oldDays,
  open: groups.reduce((sum, { fromDays, open }) => (fromDays >= oldDays ? sum + open : sum), 0),
})

type Scored = Pick<
  SecurityMetrics['overview'],
  'securityScore' | 'deltaSecurityScore' | 'rows' | 'measuredRows' | 'filteredOverview'
>

/** For the projects matching the search, or all. The score is null if no row has one, the change if none has two. */
export function averageScore({ filteredOverview, ...overview }: Scored) {
  const {
    securityScore: score,
    deltaSecurityScore: change,
    rows,
    measuredRows,
  } = filteredOverview ?? overview
  return { score, change, rows, measuredRows }
}
