import type { Logger } from 'pino'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'

/** The context of a job: everything a request handler has, except a request. */
export type JobContext = Omit<AppContext, 'routes'> & { log: Pick<Logger, 'error' | 'warn'> }

/** Higher runs first: interactive work, then rescans, then refreshes. */
export const priorities = { interactive: 20, rescan: 10, refresh: 0 } as const
export type Priority = keyof typeof priorities

const names = Object.entries(priorities) as [Priority, number][]

export const priorityOf = (number: number): Priority =>
  names.find(([, minimum]) => number >= minimum)?.[0] ?? 'refresh'

/** What is needed to send a job, so that lower areas can send jobs of higher ones. */
export interface JobKind<Payload extends object = object> {
  /** Never changed, since queued and failed jobs are stored under it. */
  name: string
  payload: z.ZodType<Payload>
  /** Default priority. */
  priority: Priority
  /** A process runs one job of a group at a time, so that a slow service occupies only one of its workers. */
  groupOf?(payload: Payload): string
}

/** A kind of job with its worker. All jobs are listed in jobs.ts. */
export interface Job<Payload extends object = object> extends JobKind<Payload> {
  /** Concurrency per process. */
  concurrency: number
  /** Additional concurrency reserved for interactive jobs, so that others never occupy every worker. */
  reserved?: number
  /** Timeout, after which the attempt counts as failed and is retried. */
  timeoutSeconds: number
  retry: RetryPolicy
  /** Schedule (cron, UTC), run once across all processes. */
  schedule?: { cron: string; payload: Payload }
  /**
   * Runs several jobs below interactive priority at once, as far as it can; returns those that are to run alone. If it
   * fails, all of them do.
   */
  together?: {
    /** Per worker. */
    size: number
    run(context: JobContext, payloads: readonly Payload[]): Promise<readonly Payload[]>
  }
  /** Runs at least once: again after an error, or after its process crashed at any point. */
  run(context: JobContext, payload: Payload, started: StartedJob): Promise<void>
  /**
   * The end of a process uses up no attempt: for acknowledged work, whose own crashes end a thread and not the process.
   * Without it, a job that ends its process is not repeated forever.
   */
  survivesProcesses?: true
  /** Called when no attempt is left, also if the last one crashed its process. */
  onExhausted?(context: JobContext, payload: Payload, reason: string): Promise<void>
  /** Reverts onExhausted, in the transaction that requeues failed jobs. */
  onRequeue?(tx: Tx, payloads: readonly Payload[]): Promise<void>
}

export interface StartedJob {
  priority: Priority
  /** Aborted when the process stops: a long job then ends early, and continues after the next start. */
  stopping?: AbortSignal
}

interface RetryPolicy {
  limit: number
  /** Doubles with each attempt. */
  delaySeconds: number
  maxDelaySeconds: number
}

export const jobsByName = (jobs: readonly Job[]): ReadonlyMap<string, Job> =>
  new Map(jobs.map((job) => [job.name, job] as const))

/** Type helper: schema, schedule and handlers must use the same payload. */
export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

interface Schedule extends Pick<Job, 'name' | 'timeoutSeconds' | 'retry' | 'run'> {
  /** UTC. */
  cron: string
  priority?: Priority
}

/** Type helper for jobs that only the clock starts, one at a time and after everything else. */
export const defineSchedule = ({ cron, ...job }: Schedule): Job =>
  defineJob({
    priority: 'refresh',
    ...job,
    concurrency: 1,
    payload: z.object({}),
    schedule: { cron, payload: {} },
  })
