import { z } from 'zod'

/** Search parameters of the page. Invalid values are ignored. */
export const AssistantSearch = z.object({
  /** Id of the open conversation. */
  id: z.uuid().optional().catch(undefined),
})
export type AssistantSearch = z.infer<typeof AssistantSearch>
