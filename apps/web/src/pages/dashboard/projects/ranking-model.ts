import type { RankedProject, SecurityMetrics } from '@assay/contract/metrics.ts'
import { formatNumber } from '../../../language/format.ts'
import { texts } from '../../../messages/app.ts'

const messages = texts.dashboard.ranking

/** Maximum number of entries, and of icons. */
const places = [1, 2, 3] as const
type Place = (typeof places)[number]

export interface RankedEntry {
  place: Place
  front: string
  tail: string
  /** Only if the project has several branches in the selection. */
  branch: string | null
  scoreChange: number
  vulnerabilityChange: number
  closedWithoutFix: number
  openedWithoutChange: number
  row: Row
}

/** Key of a table row: url and branch. */
type Row = Pick<RankedProject, 'projectUUID' | 'projectUrl' | 'projectBranch'>

export type Highlights = Pick<SecurityMetrics, 'topPerforming' | 'leastPerforming'>

/** In response order, numbered by position. */
export const rankedEntries = (ranked: readonly RankedProject[]): RankedEntry[] =>
  places.flatMap((place) => {
    const project = ranked[place - 1]
    return project ? [entryOf(project, place)] : []
  })

const entryOf = (project: RankedProject, place: Place): RankedEntry => ({
  place,
  front: project.nameFront,
  tail: project.nameTail,
  branch: project.branches > 1 ? project.projectBranch : null,
  scoreChange: project.deltaSecurityScore,
  vulnerabilityChange: project.deltaVulns,
  closedWithoutFix: project.closedWithoutFix,
  openedWithoutChange: project.openedWithoutChange,
  row: project,
})

type Causes = Pick<RankedEntry, 'closedWithoutFix' | 'openedWithoutChange'>

/** Changes not made by the project itself: improvements by exclusions, or setbacks by new advisories. */
export function describeCauses(
  direction: 'increase' | 'decrease',
  { closedWithoutFix, openedWithoutChange }: Causes,
): string | null {
  if (direction === 'increase')
    return closedWithoutFix > 0 ? messages.notFixed(formatNumber(closedWithoutFix)) : null
  return openedWithoutChange > 0 ? messages.notIntroduced(formatNumber(openedWithoutChange)) : null
}
