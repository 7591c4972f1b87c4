import { defaultBranches, sortDirections } from '@assay/contract/metrics.ts'
import { z } from 'zod'
import type { CriteriaInUrl } from './criteria-model.ts'
import { columnNames } from './model.ts'
import { optional, text } from '../../../widgets/lists/search-fields.ts'

export const allBranches = '*'

const newestFirst = { sort: 'lastScanned', direction: 'desc' } as const

/** Search parameters of the dashboard. Invalid values are ignored. */
export const DashboardSearch = z.object({
  sort: z.enum(columnNames).default(newestFirst.sort).catch(newestFirst.sort),
  direction: z.enum(sortDirections).default(newestFirst.direction).catch(newestFirst.direction),
  startDate: optional(z.iso.date()),
  endDate: optional(z.iso.date()),
  branches: text,
  tags: text,
  cache: optional(z.boolean()),
  teamUUID: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
  project: text,
  /** The open row, and its selected scan. */
  pid: optional(z.uuid()),
  branch: text,
  scan: optional(z.uuid()),
  usage: optional(z.literal('exclusions')),
  /** Whether charts are shown as tables. */
  tables: optional(z.boolean()),
  mode: text,
})
export type DashboardSearch = z.infer<typeof DashboardSearch>
export type SearchPatch = { [K in keyof DashboardSearch]?: DashboardSearch[K] | undefined }

/** The default sort order is omitted from the URL. */
export function withoutDefaults<T extends { sort?: unknown; direction?: unknown }>(search: T): T {
  if (search.sort !== newestFirst.sort || search.direction !== newestFirst.direction) return search
  const { sort: _sort, direction: _direction, ...rest } = search
  return rest as T
}

/** Project filters, for links to other lists, which show all branches by default. */
export const chosenProjects = ({
  branches = defaultBranches,
  tags,
  teamUUID,
  groupUuid,
  project,
}: Pick<DashboardSearch, 'branches' | 'tags' | 'teamUUID' | 'groupUuid' | 'project'>) => ({
  ...(branches !== allBranches && { branches }),
  ...(tags !== undefined && { tags }),
  ...(teamUUID !== undefined && { teamUUID }),
  ...(groupUuid !== undefined && { groupUuid }),
  ...(project !== undefined && { project }),
})

/** The same as parameters of the list of vulnerabilities. */
export function openIn(search: Parameters<typeof chosenProjects>[0]) {
  const { tags, teamUUID, ...rest } = chosenProjects(search)
  return {
    ...rest,
    ...(tags !== undefined && { tag: tags }),
    ...(teamUUID !== undefined && { team: teamUUID }),
  }
}

/** The search parameters that make up the query. */
export const criteriaOf = (search: DashboardSearch): CriteriaInUrl => {
  const { startDate, endDate, branches, tags, cache, teamUUID, groupUuid } = search
  return { startDate, endDate, branches, tags, cache, teamUUID, groupUuid }
}
