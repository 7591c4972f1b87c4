import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { JobPriority } from './system.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const JobName = z.string().trim().min(1).max(100)

/** Background jobs of one kind. */
const JobQueue = named('JobQueue', {
  /** Such as 'send-email'. */
  name: z.string(),
  /** Priority, in this order. interactive: a user is waiting for it. */
  priority: JobPriority,
  queued: z.int(),
  running: z.int(),
  /** Permanently failed, until retried or dismissed. */
  failed: z.int(),
  /** When the oldest queued job was queued; null if none. */
  oldestQueuedAt: EpochMs.nullable(),
  /** Attempts per job before it counts as failed. */
  attempts: z.int(),
  /** Timeout of an attempt. */
  timeoutSeconds: z.int(),
  /** Schedule (cron, UTC); null if it only runs on demand. */
  schedule: z.string().nullable(),
})
export type JobQueue = z.infer<typeof JobQueue>

const FailedJob = named('FailedJob', {
  uuid: Uuid,
  /** Name of its queue. */
  job: z.string(),
  /** Error of the last attempt, without secrets. */
  reason: z.string(),
  attempts: z.int(),
  queuedAt: EpochMs,
  failedAt: EpochMs,
  /** The job's payload, without encrypted values. */
  payload: z.record(z.string(), z.unknown()),
})
export type FailedJob = z.infer<typeof FailedJob>

/** Defaults to all jobs. */
const Chosen = z.object({ job: JobName.optional() })

/** Maximum number of failed jobs retried or dismissed per request. */
export const maxJobsAtOnce = 10_000

const errors = ['operatorOnly'] as const

/** Limited to administrators of the operator account, since jobs span all accounts. */
export const jobs = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/jobs',
    permission: 'configuration.read',
    summary: 'Background jobs by type: queued, running and failed',
    errors,
    responses: { 200: z.array(JobQueue) },
  },
  failed: {
    method: 'GET',
    path: '/api/v1/jobs/failed',
    permission: 'configuration.read',
    summary: 'Permanently failed jobs with the reason, newest first',
    query: Chosen.extend({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Cursor: the last item of the previous page. */
      after: Uuid.optional(),
    }),
    errors,
    responses: { 200: z.object({ jobs: z.array(FailedJob), total: z.int(), nextAfter: Uuid.nullable() }) },
  },
  retry: {
    method: 'POST',
    path: '/api/v1/jobs/failed/{jobUuid}/retry',
    permission: 'configuration.edit',
    repeatable: 'a job that was queued again is no longer among the failed ones',
    summary: 'Retry a failed job with all its attempts',
    errors: [...errors, 'jobNotRetryable'],
    responses: { 200: z.object({}) },
  },
  retryAll: {
    method: 'POST',
    path: '/api/v1/jobs/failed/retry',
    permission: 'configuration.edit',
    repeatable: 'jobs that were queued again are no longer among the failed ones',
    summary: 'Retry failed jobs, oldest first, up to 10,000 at once',
    body: Chosen,
    errors,
    /** kept: jobs whose payload this version does not understand. */
    responses: { 200: z.object({ retried: z.int(), kept: z.int() }) },
  },
  dismiss: {
    method: 'DELETE',
    path: '/api/v1/jobs/failed/{jobUuid}',
    permission: 'configuration.edit',
    summary: 'Dismiss a failed job',
    errors,
    responses: { 200: z.object({}) },
  },
  dismissAll: {
    method: 'POST',
    path: '/api/v1/jobs/failed/dismiss',
    permission: 'configuration.edit',
    repeatable: 'dismissed jobs are no longer among the failed ones',
    summary: 'Dismiss failed jobs, oldest first, up to 10,000 at once',
    body: Chosen,
    errors,
    responses: { 200: z.object({ dismissed: z.int() }) },
  },
})
