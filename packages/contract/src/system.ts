import { z } from 'zod'
import { endpoints, mediaTypes } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'

/** In the order in which jobs are taken. */
export const JobPriority = z.enum(['interactive', 'rescan', 'refresh'])

const Alive = z.object({ status: z.literal('ok') })

/** Jobs of one kind and priority. Those that wait, run, or failed within the last hour without an attempt left. */
const QueuedWork = z
  .object({
    kind: z.string(),
    /** interactive: somebody waits for it. These go first, then rescans, then refreshes. */
    priority: JobPriority,
    queued: z.int(),
    running: z.int(),
    failed: z.int(),
    /** When the one that waits longest was queued; null when none waits. */
    oldestQueuedAt: EpochMs.nullable(),
  })
  .meta({ id: 'QueuedWork' })
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
      "Jobs that wait or run: of the projects in the caller's reach, or of all accounts for the operator of the installation",
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
