import { licenseStates } from '@assay/contract/vocabulary.ts'
import { z } from 'zod'
import type { Account } from '../../widgets/lists/list-page.tsx'
import { optional, text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const LicensesSearch = z.object({
  q: text,
  state: optional(z.enum(licenseStates)),
  team: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
  tag: text,
  /** The expanded license. */
  open: text,
})
export type LicensesSearch = z.infer<typeof LicensesSearch>
export type LicensesPatch = { [K in keyof LicensesSearch]?: LicensesSearch[K] | undefined }

export interface LicensesProps {
  search: LicensesSearch
  /** Without replace, the back button returns to the current state. */
  onSearch: (patch: LicensesPatch, how?: { replace?: boolean }) => void
}

export const noFilters: LicensesPatch = {
  q: undefined,
  state: undefined,
  team: undefined,
  groupUuid: undefined,
  tag: undefined,
  open: undefined,
}

export interface ListProps extends LicensesProps {
  account: Account
}
