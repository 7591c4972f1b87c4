import { z } from 'zod'
import { text } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the docs, in addition to the topic. */
export const DocsSearch = z.object({
  q: text,
})
export type DocsSearch = z.infer<typeof DocsSearch>
