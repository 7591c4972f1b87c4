import { z } from 'zod'
import { endpoints, mediaTypes } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** Job priorities, highest first. */
export const JobPriority = z.enum(['interactive', 'rescan', 'refresh'])

const Alive = z.object({ status: z.literal('ok') })

/** Jobs of one kind and priority that are queued, running, or failed permanently within the last hour. */
const QueuedWork = named('QueuedWork', {
  kind: z.string(),
  /** Priority, in this order. interactive: a user is waiting for it. */
  priority: JobPriority,
  queued: z.int(),
  running: z.int(),
  failed: z.int(),
  /** When the oldest queued job was queued; null if none. */
  oldestQueuedAt: EpochMs.nullable(),
})
export type QueuedWork = z.infer<typeof QueuedWork>

export const system = endpoints({
  alive: {
    method: 'GET',
    path: '/healthz',
    permission: 'public',
    ignoresLogin: true,
    summary: 'Liveness: the process responds',
    responses: { 200: Alive },
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    permission: 'public',
    ignoresLogin: true,
    summary: 'Readiness: the database is reachable and migrated',
    responses: { 200: Alive, 503: z.object({ status: z.literal('unavailable'), reason: z.string() }) },
  },
  queue: {
    method: 'GET',
    path: '/api/v1/queue',
    permission: 'member',
    summary:
      'Queued and running jobs: of projects visible to the caller, or of all accounts for the operator',
    responses: { 200: z.object({ isWholeInstallation: z.boolean(), work: z.array(QueuedWork) }) },
  },
  openapi: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    permission: 'public',
    ignoresLogin: true,
    summary: 'This document',
    responses: {
      200: z.record(z.string(), z.unknown()).register(mediaTypes, { mediaType: 'application/json' }),
    },
  },
})
