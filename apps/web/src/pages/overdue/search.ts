import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import type { Account } from '../../widgets/lists/list-page.tsx'
import { optional, text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page, named as on the dashboard. Invalid values are ignored. */
export const OverdueSearch = z.object({
  /** Part of a project's url or name. */
  project: text,
  branches: text,
  tags: text,
  teamUUID: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
  severity: optional(z.enum(ratedSeverities)),
})
export type OverdueSearch = z.infer<typeof OverdueSearch>
export type OverduePatch = { [K in keyof OverdueSearch]?: OverdueSearch[K] | undefined }

export const noFilters: OverduePatch = {
  project: undefined,
  branches: undefined,
  tags: undefined,
  teamUUID: undefined,
  groupUuid: undefined,
  severity: undefined,
}

export interface OverdueProps {
  search: OverdueSearch
  /** Without replace, the back button returns to the current state. */
  onSearch: (patch: OverduePatch, how?: { replace?: boolean }) => void
}

/** Whether any filter is set. */
export const isFiltered = (search: OverdueSearch): boolean =>
  Object.values(search).some((value) => value !== undefined)

/** The filters in API format: names are compared without white space. */
export const queryOf = ({ project, branches, tags, teamUUID, groupUuid, severity }: OverdueSearch) => ({
  ...(project !== undefined && { project: project.replaceAll(/\s/g, '') }),
  ...(branches !== undefined && { branches }),
  ...(tags !== undefined && { tags: tags.replaceAll(/\s/g, '') }),
  ...(teamUUID !== undefined && { teamUUID }),
  ...(groupUuid !== undefined && { groupUuid }),
  ...(severity !== undefined && { severity }),
})

export interface ListProps extends OverdueProps {
  account: Account
}
