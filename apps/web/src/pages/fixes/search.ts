import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
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
  sort: optional(z.enum(['priority', 'closes'])),
  /** The expanded upgrade. */
  open: text,
})
export type FixesSearch = z.infer<typeof FixesSearch>
