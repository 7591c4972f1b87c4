import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import type { Trend } from '@assay/contract/trends.ts'

import { oldDays, type WeekPart } from '../../../widgets/findings/cause-model.ts'

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

export const countOfPart = ({ opened, closed }: TrendWeek, { causes }: WeekPart): number =>
  causes.reduce((sum, cause) => sum + { ...opened, ...closed }[cause], 0)

/** The longest bars of any week, upwards and downwards. */
export const highestBars = (weeks: readonly TrendWeek[]) => ({
  opened: Math.max(0, ...weeks.map(({ opened }) => opened.total)),
  closed: Math.max(0, ...weeks.map(({ closed }) => closed.total)),
})

/** Ages, overdue findings and upgrades are current, even if the window ended earlier. */
export const isPast = ({ endDate }: Pick<Trend, 'endDate'>, today: Date): boolean =>
  Date.parse(endDate) < today.getTime()

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
