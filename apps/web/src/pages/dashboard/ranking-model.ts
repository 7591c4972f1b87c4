import type { RankedProject, SecurityMetrics } from '@assay/contract/metrics.ts'

/** How many there are at most, and how many icons are drawn. */
const places = [1, 2, 3] as const
type Place = (typeof places)[number]

export interface RankedEntry {
  place: Place
  front: string
  tail: string
  /** Only where the url appears on more than one branch. */
  branch: string | null
  scoreChange: number
  vulnerabilityChange: number
  closedWithoutFix: number
  openedWithoutChange: number
  row: Row
}

/** What names a row of the table: its url and its branch. */
type Row = Pick<RankedProject, 'projectUUID' | 'projectUrl' | 'projectBranch'>

export type Highlights = Pick<SecurityMetrics, 'topPerforming' | 'leastPerforming'>

/** In the order of the answer, numbered by position. */
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
