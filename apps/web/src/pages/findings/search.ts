import { findingStates, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { optional } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const FindingsSearch = z.object({
  state: optional(z.enum(findingStates)),
  assignee: optional(z.enum(['me', 'none'])),
  overdue: optional(z.literal('only')),
  exploited: optional(z.literal('only')),
  severity: optional(z.enum(ratedSeverities)),
  projectUuid: optional(z.uuid()),
})
export type FindingsSearch = z.infer<typeof FindingsSearch>
export type FindingsPatch = { [K in keyof FindingsSearch]?: FindingsSearch[K] | undefined }

export const noFilters: FindingsPatch = {
  state: undefined,
  assignee: undefined,
  overdue: undefined,
  exploited: undefined,
  severity: undefined,
  projectUuid: undefined,
}

export interface FindingsProps {
  search: FindingsSearch
  onSearch: (patch: FindingsPatch) => void
}

/** Whether any filter is set. */
export const isFiltered = (search: FindingsSearch): boolean =>
  Object.values(search).some((value) => value !== undefined)

/** The filters in API format. */
export const queryOf = ({ overdue, exploited, state, ...same }: FindingsSearch) => ({
  ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
  ...(state !== undefined && state !== 'fixed' && { state }),
  ...(overdue && { overdue: 'true' as const }),
  ...(exploited && { exploited: 'true' as const }),
})
