import { z } from 'zod'

/** All that the URL of the page holds. What cannot be read is as if it were not there. */
export const AssistantSearch = z.object({
  /** The conversation. */
  id: z.uuid().optional().catch(undefined),
})
export type AssistantSearch = z.infer<typeof AssistantSearch>
