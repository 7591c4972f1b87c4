import { domains } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { optional, text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of a settings section. Invalid values are ignored. */
export const SettingsSearch = z.object({
  /** Domain of the listed exclusions; defaults to security. */
  domain: optional(z.enum(domains)),
  q: text,
  member: optional(z.uuid()),
  action: text,
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  /** The expanded event. */
  open: optional(z.int()),
})
export type SettingsSearch = z.infer<typeof SettingsSearch>

/** Props of every settings section. */
export interface SectionProps {
  search: SettingsSearch
  onSearch: (patch: { [K in keyof SettingsSearch]?: SettingsSearch[K] | undefined }) => void
}
