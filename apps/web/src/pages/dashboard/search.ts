import { sortDirections } from '@assay/contract/metrics.ts'
import { z } from 'zod'
import type { CriteriaInUrl } from './criteria-model.ts'
import { columnNames } from './model.ts'

const newestFirst = { sort: 'lastScanned', direction: 'desc' } as const

// The router reads 'branches=7' as a number.
const text = z.union([z.string(), z.number().transform(String)]).optional()
const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

/** All that the dashboard's URL holds. What cannot be read is as if it were not there. */
export const DashboardSearch = z.object({
  sort: z.enum(columnNames).default(newestFirst.sort).catch(newestFirst.sort),
  direction: z.enum(sortDirections).default(newestFirst.direction).catch(newestFirst.direction),
  startDate: optional(z.iso.date()),
  endDate: optional(z.iso.date()),
  branches: text.catch(undefined),
  tags: text.catch(undefined),
  cache: optional(z.boolean()),
  teamUUID: optional(z.uuid()),
  project: text.catch(undefined),
  /** The open row, and the scan that is selected in it. */
  pid: optional(z.uuid()),
  branch: text.catch(undefined),
  scan: optional(z.uuid()),
  usage: optional(z.literal('exclusions')),
  /** Charts are shown as the tables behind them. */
  tables: optional(z.boolean()),
  mode: text.catch(undefined),
})
export type DashboardSearch = z.infer<typeof DashboardSearch>
export type SearchPatch = { [K in keyof DashboardSearch]?: DashboardSearch[K] | undefined }

/** The order that the page begins with need not be said in the URL. */
export function withoutDefaults<T extends { sort?: unknown; direction?: unknown }>(search: T): T {
  if (search.sort !== newestFirst.sort || search.direction !== newestFirst.direction) return search
  const { sort: _sort, direction: _direction, ...rest } = search
  return rest as T
}

/** Which projects the page is about, for other lists of them. */
export const chosenProjects = ({ branches, tags, teamUUID, project }: DashboardSearch) => ({
  ...(branches !== undefined && { branches }),
  ...(tags !== undefined && { tags }),
  ...(teamUUID !== undefined && { teamUUID }),
  ...(project !== undefined && { project }),
})

/** The part of the URL that is the current query. */
export const criteriaOf = (search: DashboardSearch): CriteriaInUrl => {
  const { startDate, endDate, branches, tags, cache, teamUUID } = search
  return { startDate, endDate, branches, tags, cache, teamUUID }
}
