import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { Day, EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const AuditEvent = named('AuditEvent', {
  /** Event ids increase over time. */
  sequence: z.int(),
  timestamp: EpochMs,
  /** null without a login. */
  memberUuid: Uuid.nullable(),
  /** Kept after the member was removed. */
  memberEmail: z.string(),
  /** 'session <uuid>' or 'token <uuid>'. */
  credential: z.string(),
  address: z.string(),
  /** The User-Agent header; '' if absent. */
  agent: z.string(),
  /** The endpoint's name in the SDK, such as 'members.remove', or one of `furtherActions`. */
  action: z.string(),
  /** The parameters of the endpoint's path, by name. */
  target: z.record(z.string(), z.string()),
  /** null if the endpoint records no details. */
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

/** Audit log actions that are not endpoint names. */
export const furtherActions = {
  'credentials.failed': 'Login failed',
  'credentials.lockedOut': 'Login attempt rejected after too many failed ones',
  'access.refused': 'Call refused: not permitted',
  'tokens.misused': 'Token presented that is expired, forged or of a disabled member',
  'credentials.challenge': 'Password accepted, second factor requested',
  'sessions.endedByReuse': 'Session revoked because a refresh token was reused',
  'sessions.endedByProvider': 'Session ended by the identity provider',
  'barista.sent': "Facts sent to the assistant's model",
} as const
export type FurtherAction = keyof typeof furtherActions

const Filter = z.object({
  /** Part of the action's name or of the member's address. */
  text: z.string().trim().max(200).default(''),
  memberUuid: Uuid.optional(),
  /** An action such as 'members.remove', or a group of them such as 'members'. */
  action: z.string().trim().max(100).optional(),
  /** First and last day, UTC. */
  from: Day.optional(),
  to: Day.optional(),
})

export const audit = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/audit',
    permission: 'configuration.read',
    readsMuch: true,
    summary: 'Audit events, newest first',
    query: Filter.extend({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      cursor: z.coerce.number().int().positive().optional(),
    }),
    responses: { 200: z.object({ events: z.array(AuditEvent), nextCursor: z.string().nullable() }) },
  },
  csv: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/audit.csv',
    permission: 'configuration.read',
    readsMuch: true,
    summary: 'Audit events as CSV with a header row',
    query: Filter,
    responses: { 200: text('text/csv') },
  },
})
