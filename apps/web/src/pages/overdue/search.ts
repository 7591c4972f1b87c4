import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
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
