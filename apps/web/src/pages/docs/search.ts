import { z } from 'zod'

/** Search parameters of the docs, in addition to the topic. */
export const DocsSearch = z.object({
  // The router reads 'q=7' as a number.
  q: z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .optional()
    .catch(undefined),
})
export type DocsSearch = z.infer<typeof DocsSearch>
