import type { SortDirection } from '@assay/contract/metrics.ts'
import type { MetricsProject, SecurityMetrics } from '@assay/contract/metrics.ts'

export interface Summary {
  projects: number
  scans: number
  /** Open: identified minus addressed. */
  identified: number
  addressed: number
  /** Open at any time in the window: the whole ring. */
  whole: number
}

type Overview = Omit<SecurityMetrics['overview'], 'filteredOverview'>

/** The numbers of the summary cards. */
export const summarize = (overview: Overview): Summary => ({
  projects: overview.numberOfProjects,
  scans: overview.totalScans,
  identified: overview.vulnerabilitiesIdentified - overview.vulnerabilitiesAddressed,
  addressed: overview.vulnerabilitiesAddressed,
  whole: overview.vulnerabilitiesIdentified,
})

/** Charted data: of the projects matching the search, or of all; with a search, `all` is the total. */
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

/** In table order; numeric columns are right-aligned and first sorted descending. */
export const columns = {
  projectUrl: { isNumber: false },
  projectBranch: { isNumber: false },
  vulnerabilityCount: { isNumber: true },
  totalScans: { isNumber: true },
  securityScore: { isNumber: true },
  lastScanned: { isNumber: true },
} as const

export const columnNames = Object.keys(columns) as Column[]

/** On phones, the other columns are shown below the name. */
export const narrowColumnNames: readonly Column[] = ['projectUrl', 'vulnerabilityCount', 'securityScore']

export interface Sorting {
  sort: Column
  direction: SortDirection
}

/** The sort order after a click on a column header. */
export function sortBy(column: Column, current: Sorting): Sorting {
  if (column === current.sort)
    return { sort: column, direction: current.direction === 'asc' ? 'desc' : 'asc' }
  return { sort: column, direction: columns[column].isNumber ? 'desc' : 'asc' }
}

/** All loaded rows; a row that moved between pages is included once. */
export function rowsOf(pages: readonly Pick<SecurityMetrics, 'projects'>[]): MetricsProject[] {
  const rows = new Map<string, MetricsProject>()
  for (const { projects } of pages) for (const row of projects) rows.set(rowKey(row), row)
  return [...rows.values()]
}

/** A row is a branch of a project. */
export const rowKey = ({
  projectUUID,
  projectBranch,
}: Pick<MetricsProject, 'projectUUID' | 'projectBranch'>) => `${projectUUID} ${projectBranch}`

/** The row opened by the URL. */
export const openRow = ({ pid, branch }: { pid?: string | undefined; branch?: string | undefined }) =>
  pid === undefined || branch === undefined ? null : rowKey({ projectUUID: pid, projectBranch: branch })
