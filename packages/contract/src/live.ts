import { z } from 'zod'
import { endpoints, eventStream } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** Maximum number of scans per event. */
export const maxLiveScans = 50

/** Scans recorded since the previous event. */
export const LiveScans = named('LiveScans', {
  at: EpochMs,
  scans: z
    .array(
      z.object({
        projectUuid: Uuid,
        branchUuid: Uuid,
        branch: z.string(),
        reportUuid: Uuid,
        scannedAt: EpochMs,
      }),
    )
    .max(maxLiveScans),
  /** Number of further scans not listed. */
  omitted: z.int(),
})
export type LiveScans = z.infer<typeof LiveScans>

export const live = endpoints({
  events: {
    method: 'GET',
    path: '/api/v1/live',
    permission: 'insights.read',
    summary: 'Scans visible to the caller as server-sent events, as soon as they are recorded',
    query: z.object({
      /** The first event contains the scans of this many milliseconds, to catch up after a reconnect. */
      withinMs: z.coerce.number().int().min(0).max(86_400_000).optional(),
    }),
    // The handler checks access before each event.
    recheckSeconds: 10,
    errors: ['tooManyStreams'],
    responses: { 200: eventStream(LiveScans) },
  },
})
