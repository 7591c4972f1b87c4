import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { JobPriority } from './system.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

const JobName = z.string().trim().min(1).max(100)

/** Background jobs of one kind. */
const JobQueue = z
  .object({
    /** 'send-email' */
    name: z.string(),
    /** interactive: somebody waits for it. These go first, then rescans, then refreshes. */
    priority: JobPriority,
    queued: z.int(),
    running: z.int(),
    /** Without an attempt left, until they are retried or dismissed. */
    failed: z.int(),
    /** When the one that waits longest was queued; null when none waits. */
    oldestQueuedAt: EpochMs.nullable(),
    /** Attempts of one job before it counts as failed. */
    attempts: z.int(),
    /** After this an attempt counts as failed. */
    timeoutSeconds: z.int(),
    /** When it is queued by itself (cron, UTC); null: only when it is needed. */
    schedule: z.string().nullable(),
  })
  .meta({ id: 'JobQueue' })
export type JobQueue = z.infer<typeof JobQueue>

const FailedJob = z
  .object({
    uuid: Uuid,
    /** The name of its queue. */
    job: z.string(),
    /** What the last attempt failed at, without secrets. */
    reason: z.string(),
    attempts: z.int(),
    queuedAt: EpochMs,
    failedAt: EpochMs,
    /** What it was to work on. Encrypted values are left out. */
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'FailedJob' })
export type FailedJob = z.infer<typeof FailedJob>

/** Left out: of all jobs. */
const Chosen = z.object({ job: JobName.optional() })

/** At most this many failed jobs are retried or dismissed by one call. */
export const maxJobsAtOnce = 10_000

const errors = ['operatorOnly'] as const

/** For administrators of the operator's account: jobs are of all accounts. */
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
    summary: 'Jobs that failed permanently and the reason, newest first',
    query: Chosen.extend({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** The last one of the page before. */
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
    summary: 'Retry a failed job, with all its attempts',
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
    /** kept: those with a payload that this version does not understand. */
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
    repeatable: 'jobs that were dismissed are no longer among the failed ones',
    summary: 'Dismiss failed jobs, oldest first, up to 10,000 at once',
    body: Chosen,
    errors,
    responses: { 200: z.object({ dismissed: z.int() }) },
  },
})
