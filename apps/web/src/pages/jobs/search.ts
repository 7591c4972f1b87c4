import { z } from 'zod'

/** Search parameters of the page. Invalid values are ignored. */
export const JobsSearch = z.object({
  /** Queue filter for failed jobs. */
  job: z.string().optional().catch(undefined),
  /** Cursor: the last failed job of the previous page. */
  after: z.uuid().optional().catch(undefined),
})
export type JobsSearch = z.infer<typeof JobsSearch>

export interface JobsProps {
  search: JobsSearch
  onSearch: (search: JobsSearch) => void
}
