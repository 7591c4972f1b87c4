import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import type { Account } from '../../widgets/lists/list-page.tsx'
import { optional, text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const FixesSearch = z.object({
  /** Part of a project's url or name. */
  project: text,
  branches: text,
  tags: text,
  teamUUID: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
  severity: optional(z.enum(ratedSeverities)),
  snoozed: optional(z.literal(true)),
  /** Default: the most urgent first. */
  sort: optional(z.literal('closes')),
  /** The expanded upgrade. */
  open: text,
})
export type FixesSearch = z.infer<typeof FixesSearch>
export type FixesPatch = { [K in keyof FixesSearch]?: FixesSearch[K] | undefined }

export const noFilters: FixesPatch = {
  project: undefined,
  branches: undefined,
  tags: undefined,
  teamUUID: undefined,
  groupUuid: undefined,
  severity: undefined,
  open: undefined,
}

export interface FixesProps {
  search: FixesSearch
  /** Without replace, the back button returns to the current state. */
  onSearch: (patch: FixesPatch, how?: { replace?: boolean }) => void
}

export interface ListProps extends FixesProps {
  account: Account
}
