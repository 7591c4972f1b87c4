import type { JobQueue } from '@assay/contract/jobs.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

type Counts = Pick<JobQueue, 'queued' | 'running' | 'oldestQueuedAt'>

/** Queued and running jobs, by job name. */
export async function countJobs(db: Database, names: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { name: string }>`
    select name,
      count(*) filter (where state < 'active')::int as queued,
      count(*) filter (where state = 'active')::int as running,
      floor(extract(epoch from min(created_on) filter (where state < 'active')) * 1000)::float8 as "oldestQueuedAt"
    from queue.job
    where name = any(${names}::text[]) and state <= 'active'
    group by name`.execute(db)
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}
