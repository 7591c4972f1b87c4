import { findingEvents } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { optional, text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page, named as on the dashboard. Invalid values are ignored. */
export const HistorySearch = z.object({
  event: optional(z.enum(findingEvents)),
  /** Comma-separated. */
  causes: text,
  /** Of open findings, in days. */
  minDays: optional(z.coerce.number().int().min(0).max(36_500)),
  startDate: optional(z.iso.date()),
  endDate: optional(z.iso.date()),
  /** Part of a project's url or name. */
  project: text,
  branches: text,
  tags: text,
  teamUUID: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
})
export type HistorySearch = z.infer<typeof HistorySearch>
