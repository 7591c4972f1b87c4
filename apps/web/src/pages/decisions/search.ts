import { decisionStatuses } from '@assay/contract/decision-statuses.ts'
import { z } from 'zod'
import { optional } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const DecisionsSearch = z.object({ status: optional(z.enum(decisionStatuses)) })
export type DecisionsSearch = z.infer<typeof DecisionsSearch>

export const statusOf = ({ status = 'active' }: DecisionsSearch) => status
