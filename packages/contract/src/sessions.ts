import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const Session = named('Session', {
  uuid: Uuid,
  createdAt: EpochMs,
  lastUsedAt: EpochMs,
  expiresAt: EpochMs,
  /** IP address it was opened from. */
  address: z.string(),
  /** User-Agent of the browser. */
  agent: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessions = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/users/me/sessions',
    permission: 'session',
    summary: 'Sessions of the caller, most recently used first',
    responses: { 200: z.array(Session) },
  },
  revoke: {
    method: 'DELETE',
    path: '/api/v1/users/me/sessions/{sessionUuid}',
    permission: 'session',
    summary: "End one of the caller's sessions immediately",
    responses: { 200: z.object({}) },
  },
})
