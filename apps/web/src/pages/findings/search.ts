import { findingOrders } from '@assay/contract/vocabulary.ts'
import { deployerDecisions, findingStates, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { optional } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const FindingsSearch = z.object({
  state: optional(z.enum(findingStates)),
  assignee: optional(z.enum(['me', 'none'])),
  overdue: optional(z.literal('only')),
  exploited: optional(z.literal('only')),
  severity: optional(z.enum(ratedSeverities)),
  priority: optional(z.enum(deployerDecisions)),
  order: optional(z.enum(findingOrders)),
  projectUuid: optional(z.uuid()),
})
export type FindingsSearch = z.infer<typeof FindingsSearch>
