import { z } from 'zod'
import { optional, text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const RuleHitsSearch = z.object({
  q: text,
  /** Part of a project's url or name. */
  project: text,
  team: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
  tag: text,
})
export type RuleHitsSearch = z.infer<typeof RuleHitsSearch>
