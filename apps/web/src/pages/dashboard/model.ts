import type { SortDirection } from '@assay/contract/metrics.ts'
import type { MetricsProject, SecurityMetrics } from '@assay/contract/metrics.ts'

export interface Summary {
  projects: number
  scans: number
  /** What is left open: identified minus addressed. */
  identified: number
  addressed: number
  /** Alive at any moment of the window: the whole of the ring. */
  whole: number
}

type Overview = Omit<SecurityMetrics['overview'], 'filteredOverview'>

/** The figures of the summary cards. */
export const summarize = (overview: Overview): Summary => ({
  projects: overview.numberOfProjects,
  scans: overview.totalScans,
  identified: overview.vulnerabilitiesIdentified - overview.vulnerabilitiesAddressed,
  addressed: overview.vulnerabilitiesAddressed,
  whole: overview.vulnerabilitiesIdentified,
})

/** What is drawn: the projects that the search found, or all; with a search, `all` is what it chose from. */
export function shown(metrics: Pick<SecurityMetrics, 'overview' | 'filteredOverview' | HighlightNames>) {
  const { overview, filteredOverview, ...highlights } = metrics
  const found = overview.filteredOverview
  return {
    summary: summarize(found ?? overview),
    all: found ? summarize(overview) : null,
    highlights: filteredOverview ?? highlights,
  }
}

type HighlightNames = 'topPerforming' | 'leastPerforming' | 'projectsUsage' | 'exclusionUsage'

export type Column = keyof typeof columns

/** In the table's order; numbers stand at the right and are first sorted from the top. */
export const columns = {
  projectUrl: { isNumber: false },
  projectBranch: { isNumber: false },
  vulnerabilityCount: { isNumber: true },
  totalScans: { isNumber: true },
  securityScore: { isNumber: true },
  lastScanned: { isNumber: true },
} as const

export const columnNames = Object.keys(columns) as Column[]

/** On a phone the others stand beneath the name. */
export const narrowColumnNames: readonly Column[] = ['projectUrl', 'vulnerabilityCount', 'securityScore']

export interface Sorting {
  sort: Column
  direction: SortDirection
}

/** What a click on a column's header asks for. */
export function sortBy(column: Column, current: Sorting): Sorting {
  if (column === current.sort)
    return { sort: column, direction: current.direction === 'asc' ? 'desc' : 'asc' }
  return { sort: column, direction: columns[column].isNumber ? 'desc' : 'asc' }
}

/** All rows of the pages that were loaded; a row that moved between two pages counts once. */
export function rowsOf(pages: readonly Pick<SecurityMetrics, 'projects'>[]): MetricsProject[] {
  const rows = new Map<string, MetricsProject>()
  for (const { projects } of pages) for (const row of projects) rows.set(rowKey(row), row)
  return [...rows.values()]
}

/** A row is a project and one of its branches. */
export const rowKey = ({
  projectUUID,
  projectBranch,
}: Pick<MetricsProject, 'projectUUID' | 'projectBranch'>) => `${projectUUID} ${projectBranch}`

/** The row that the URL opens. */
export const openRow = ({ pid, branch }: { pid?: string | undefined; branch?: string | undefined }) =>
  pid === undefined || branch === undefined ? null : rowKey({ projectUUID: pid, projectBranch: branch })
