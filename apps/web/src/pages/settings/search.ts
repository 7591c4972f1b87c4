import { domains } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'

const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)
// The router reads 'q=7' as a number.
const text = optional(z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]))

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
