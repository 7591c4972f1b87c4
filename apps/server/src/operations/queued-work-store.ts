import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { QueuedWork } from '@assay/contract/system.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import { type Job, priorities, priorityOf } from '#platform/queue/job.ts'

/** Jobs queued, running, or failed within the last hour; null stands for all accounts. */
export async function listQueuedWork(
  db: Database,
  scope: Scope | null,
  jobs: readonly Job[],
): Promise<QueuedWork[]> {
  const { rows } = await sql<Omit<QueuedWork, 'priority'> & { priority: number }>`
    select job.name as kind, least(job.priority, ${priorities.interactive}) as priority,
      count(*) filter (where job.state < 'active')::int as queued,
      count(*) filter (where job.state = 'active')::int as running,
      count(*) filter (where job.state = 'failed')::int as failed,
      floor(extract(epoch from min(job.created_on) filter (where job.state < 'active')) * 1000)::float8 as "oldestQueuedAt"
    from queue.job
    left join build on build.account_uuid = (job.data->>'accountUuid')::uuid
      and build.uuid = (job.data->>'buildUuid')::uuid
    left join project on project.account_uuid = build.account_uuid and project.uuid = build.project_uuid
    where job.name = any(${jobs.map(({ name }) => name)}::text[])
      and (job.state <= 'active' or job.state = 'failed' and job.completed_on > now() - interval '1 hour')
      and ${scope === null ? sql`true` : inScope(scope)}
    group by 1, 2
    order by 2 desc, 1`.execute(db)
  return rows.map((row) => ({ ...row, priority: priorityOf(row.priority) }))
}

/** Work without a project belongs to the whole account. */
const inScope = (scope: Scope): RawBuilder<SqlBool> =>
  sql`job.data->>'accountUuid' = ${scope.accountUuid} and
    case when project.uuid is null then ${scope.teams === 'all' && scope.project === null}
    else ${anyProjectInScope(scope)} end`
