import { z } from 'zod'
import { optional } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the page. Invalid values are ignored. */
export const CasesSearch = z.object({ state: optional(z.enum(['open', 'closed'])) })
