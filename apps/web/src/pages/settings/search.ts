import { domains } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'

const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)
// The router reads 'q=7' as a number.
const text = optional(z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]))

/** What the URL of a part of the settings holds. What cannot be read is as if it were not there. */
export const SettingsSearch = z.object({
  /** Of the exclusions that are listed; security without one. */
  domain: optional(z.enum(domains)),
  q: text,
  member: optional(z.uuid()),
  action: text,
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  /** The event that is unfolded. */
  open: optional(z.int()),
})
export type SettingsSearch = z.infer<typeof SettingsSearch>

/** What each part of the settings is given. */
export interface SectionProps {
  search: SettingsSearch
  onSearch: (patch: { [K in keyof SettingsSearch]?: SettingsSearch[K] | undefined }) => void
}
