import { type SortDirection, sortDirections } from '@assay/contract/metrics.ts'
import { projectSorts, projectStates } from '@assay/contract/projects.ts'

export type State = (typeof projectStates)[number]

/** Search parameters of the page. */
export interface ProjectsSearch {
  q?: string | undefined
  groupUuid?: string | undefined
  state?: string | undefined
  /** 'below': only projects below policy, on a branch of `branches`. */
  policy?: string | undefined
  branches?: string | undefined
  tags?: string | undefined
  teamUUID?: string | undefined
  /** Part of the url or name, as on the dashboard. */
  project?: string | undefined
  sort?: string | undefined
  direction?: SortDirection | undefined
  /** Whether the "Add project" dialog is open. */
  add?: boolean | undefined
}

export const noFilters = {
  q: undefined,
  groupUuid: undefined,
  state: undefined,
  policy: undefined,
  branches: undefined,
  tags: undefined,
  teamUUID: undefined,
  project: undefined,
} as const satisfies ProjectsSearch

/** In API format. */
export const filtersOf = ({ policy, branches, tags, teamUUID, project }: ProjectsSearch) => ({
  ...(policy === 'below' && { policy: 'below' as const }),
  ...(branches !== undefined && { branches }),
  ...(tags !== undefined && { tags }),
  ...(teamUUID !== undefined && { teamUUID }),
  ...(project !== undefined && { project: project.replaceAll(/\s/g, '') }),
})

/** Invalid values are ignored. */
export const stateOf = ({ state }: ProjectsSearch): State =>
  projectStates.find((known) => known === state) ?? 'active'

type Sort = (typeof projectSorts)[number]
export interface Sorting {
  sort: Sort
  direction: SortDirection
}

/** The first click sorts worst or newest first. */
const firstDirections = { name: 'asc', findings: 'desc', security: 'asc', lastScanned: 'desc' } as const

export function sortingOf({ sort, direction }: ProjectsSearch): Sorting {
  const selected = projectSorts.find((each) => each === sort) ?? 'name'
  return {
    sort: selected,
    direction: sortDirections.find((each) => each === direction) ?? firstDirections[selected],
  }
}

/** The order after a click on a column's header. Defaults are omitted from the URL. */
export function sortBy(column: Sort, current: Sorting): Pick<ProjectsSearch, 'sort' | 'direction'> {
  const isReversed = column === current.sort && current.direction === firstDirections[column]
  const reversed = firstDirections[column] === 'asc' ? 'desc' : 'asc'
  return { sort: column === 'name' ? undefined : column, direction: isReversed ? reversed : undefined }
}
