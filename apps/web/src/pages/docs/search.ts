import { z } from 'zod'

/** What the URL of the docs holds besides the topic. */
export const DocsSearch = z.object({
  // The router reads 'q=7' as a number.
  q: z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .optional()
    .catch(undefined),
})
export type DocsSearch = z.infer<typeof DocsSearch>
