import type { JobWithMetadata } from 'pg-boss'
import { parseTraceparent } from '#platform/traces/traceparent.ts'
import { currentTraceparent, type SpanOptions } from '#platform/traces/tracing.ts'
import type { Job } from './job.ts'

/** What sends a job is its parent, beside the payload. Schemas of payloads leave it out. */
export function withTrace<P extends object>(payload: P): P {
  const traceparent = currentTraceparent()
  return traceparent === null ? payload : { ...payload, traceparent }
}

export const traceparentOf = ({ data }: Pick<JobWithMetadata, 'data'>): string | null =>
  (data as { traceparent?: string } | null)?.traceparent ?? null

/** The span of one attempt at a job. */
export const spanOfJob = (job: Job, { id, data, retryCount }: JobWithMetadata): SpanOptions => ({
  name: `job ${job.name}`,
  kind: 'consumer',
  parent: parseTraceparent(traceparentOf({ data })),
  attributes: {
    'messaging.system': 'assay',
    'messaging.operation.type': 'process',
    'messaging.destination.name': job.name,
    'messaging.message.id': id,
    'assay.job.attempt': retryCount + 1,
  },
})

/** Of jobs with different causes that run together. */
export const spanOfJobs = ({ name }: Job, count: number): SpanOptions => ({
  name: `jobs ${name}`,
  kind: 'consumer',
  parent: null,
  attributes: {
    'messaging.system': 'assay',
    'messaging.destination.name': name,
    'messaging.batch.message_count': count,
  },
})
