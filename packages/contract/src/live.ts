import { z } from 'zod'
import { endpoints, eventStream } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

/** Scans that one event lists at most. */
export const maxLiveScans = 50

/** Scans that were recorded since the event before. */
export const LiveScans = z
  .object({
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
    /** How many more there were than are listed. */
    omitted: z.int(),
  })
  .meta({ id: 'LiveScans' })
export type LiveScans = z.infer<typeof LiveScans>

export const live = endpoints({
  events: {
    method: 'GET',
    path: '/api/v1/live',
    permission: 'insights.read',
    summary: 'Scans in reach of the caller as server-sent events, as soon as they are recorded',
    query: z.object({
      /** The first event lists what was recorded in the last so many milliseconds: after a lost connection. */
      withinMs: z.coerce.number().int().min(0).max(86_400_000).optional(),
    }),
    // The handler asks before each event.
    recheckSeconds: 10,
    errors: ['tooManyStreams'],
    responses: { 200: eventStream(LiveScans) },
  },
})
