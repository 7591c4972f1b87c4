import { z } from 'zod'

/** What the URL of the page holds. What cannot be read is as if it were not there. */
export const JobsSearch = z.object({
  /** Of which queue failed jobs are listed; without it, of all. */
  job: z.string().optional().catch(undefined),
  /** The last failed job of the page before. */
  after: z.uuid().optional().catch(undefined),
})
export type JobsSearch = z.infer<typeof JobsSearch>

export interface JobsProps {
  search: JobsSearch
  onSearch: (search: JobsSearch) => void
}
