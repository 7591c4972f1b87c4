import { licenseStates } from '@assay/contract/vocabulary.ts'
import { z } from 'zod'
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
