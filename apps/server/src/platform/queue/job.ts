import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'

/** What a job may use: all that a request handler has, but no request. */
export type JobContext = Omit<AppContext, 'routes'> & { log: Pick<Logger, 'error'> }

/** Higher goes first: what a person waits for, then rescans, then refreshes. */
export const priorities = { interactive: 20, rescan: 10, refresh: 0 } as const
export type Priority = keyof typeof priorities

const names = Object.entries(priorities) as [Priority, number][]

export const priorityOf = (number: number): Priority =>
  names.find(([, least]) => number >= least)?.[0] ?? 'refresh'

/** What sending a job needs, so that the sender may stand below the worker. */
export interface JobKind<Payload extends object = object> {
  name: string
  payload: z.ZodType<Payload>
  /** When sending names no other. */
  priority: Priority
}

/** A kind of job with its worker. The list of all of them is jobs.ts. */
export interface Job<Payload extends object = object> extends JobKind<Payload> {
  /** At most this many run at once in one process. */
  concurrency: number
  /** More that run at once, for interactive jobs alone: others never hold every worker. */
  reserved?: number
  /** After this the job counts as failed, and is tried again. */
  timeoutSeconds: number
  retry: RetryPolicy
  /** Sent at these times (cron, UTC), once for all processes. */
  schedule?: { cron: string; payload: Payload }
  /** Runs at least once: again after an error, and after its process died at any point. */
  run(context: JobContext, payload: Payload, sent: { priority: Priority }): Promise<void>
  /** Runs when no attempt is left, also when the last one took its process down. */
  abandon?(context: JobContext, payload: Payload, reason: string): Promise<void>
  /** Undoes what abandon did, in the transaction that queues failed jobs again. */
  revive?(tx: Tx, payloads: readonly Payload[]): Promise<void>
}

interface RetryPolicy {
  limit: number
  /** Doubles with each attempt. */
  delaySeconds: number
  maxDelaySeconds: number
}

/** Checks that schema, schedule and handlers speak of one payload. */
export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job
