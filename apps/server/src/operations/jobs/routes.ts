import { contract } from '@assay/contract/contract.ts'
import { type FailedJob, type JobQueue, maxJobsAtOnce } from '@assay/contract/jobs.ts'
import { checkOperates } from '#accounts/account/reach-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import {
  countDeadLetters,
  deleteDeadLetters,
  type DeadLetterRow,
  listDeadLetters,
  lockDeadLetters,
} from '#platform/queue/dead-letter-store.ts'
import type { Job } from '#platform/queue/job.ts'
import { retryJobs } from '#platform/queue/retry-jobs.ts'
import { withoutSealed } from '#platform/secrets/sealed.ts'
import { countJobs } from './store.ts'

export function jobsRoutes({ routes, db, queue }: AppContext): void {
  registerRoutes(routes, contract.jobs, {
    async list({ caller }) {
      await checkOperates(db, caller)
      return listQueues(db, queue.jobs)
    },
    async failed({ caller, query: { job, limit, after } }) {
      await checkOperates(db, caller)
      const rows = await listDeadLetters(db, { job, after, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const counts = await countDeadLetters(db)
      const counted = counts.filter((each) => job === undefined || each.job === job)
      return {
        jobs: page.map(failedJobOf),
        total: counted.reduce((sum, { count }) => sum + count, 0),
        nextAfter: rows.length > limit ? page.at(-1)!.uuid : null,
      }
    },
    async retry({ caller, params: { jobUuid }, change }) {
      await checkOperates(db, caller)
      return change(async (tx) => {
        const [failed] = await lockDeadLetters(tx, { uuid: jobUuid })
        if (!failed) return throwNotFound('job')
        const { kept } = await retryJobs(tx, queue, [failed])
        if (kept > 0) throw notRetryable()
        return { result: {}, before: summaryOf(failed), after: { state: 'queued' } }
      })
    },
    async retryAll({ caller, body, change }) {
      await checkOperates(db, caller)
      return change(async (tx) => {
        const rows = await lockDeadLetters(tx, { job: body.job, limit: maxJobsAtOnce })
        const result = await retryJobs(tx, queue, rows)
        return { result, before: { ...body, failed: rows.length }, after: result }
      })
    },
    async dismiss({ caller, params: { jobUuid }, change }) {
      await checkOperates(db, caller)
      return change(async (tx) => {
        const [failed] = await lockDeadLetters(tx, { uuid: jobUuid })
        if (!failed) return throwNotFound('job')
        await deleteDeadLetters(tx, [failed.uuid])
        return { result: {}, before: summaryOf(failed), after: { state: 'dismissed' } }
      })
    },
    async dismissAll({ caller, body, change }) {
      await checkOperates(db, caller)
      return change(async (tx) => {
        const rows = await lockDeadLetters(tx, { job: body.job, limit: maxJobsAtOnce })
        await deleteDeadLetters(
          tx,
          rows.map(({ uuid }) => uuid),
        )
        const result = { dismissed: rows.length }
        return { result, before: { ...body, failed: rows.length }, after: result }
      })
    },
  })
}

/** Audit log details. */
const summaryOf = ({ job, reason, attempts }: DeadLetterRow) => ({ job, reason, attempts })

const notRetryable = () =>
  new Problem(409, 'jobNotRetryable', 'This version cannot run the job: its payload has an unknown format')

async function listQueues(db: Database, jobs: readonly Job[]): Promise<JobQueue[]> {
  const waiting = await countJobs(
    db,
    jobs.map(({ name }) => name),
  )
  const failed = new Map((await countDeadLetters(db)).map(({ job, count }) => [job, count]))
  return jobs.map(({ name, priority, timeoutSeconds, retry, schedule }) => ({
    name,
    priority,
    queued: 0,
    running: 0,
    oldestQueuedAt: null,
    ...waiting.get(name),
    failed: failed.get(name) ?? 0,
    attempts: retry.limit + 1,
    timeoutSeconds,
    schedule: schedule?.cron ?? null,
  }))
}

const failedJobOf = (row: DeadLetterRow): FailedJob => ({
  uuid: row.uuid,
  job: row.job,
  reason: row.reason,
  attempts: row.attempts,
  queuedAt: row.queued_at.getTime(),
  failedAt: row.failed_at.getTime(),
  payload: withoutSealed(row.payload) as FailedJob['payload'],
})
