import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { Day, EpochMs, Uuid } from './vocabulary.ts'

export const AuditEvent = z
  .object({
    /** Larger is later. */
    sequence: z.int(),
    timestamp: EpochMs,
    /** null when nobody was logged in. */
    memberUuid: Uuid.nullable(),
    /** Stays when the member is gone. */
    memberEmail: z.string(),
    /** 'session <uuid>', 'token <uuid>'. */
    credential: z.string(),
    address: z.string(),
    /** The program that called, in its own words; '' when it said none. */
    agent: z.string(),
    /** The call, as the SDK names it: 'members.remove'; or one of `furtherActions`. */
    action: z.string(),
    /** What the call's path names, by its names there. */
    target: z.record(z.string(), z.string()),
    /** null: the call tells nothing. */
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

/** Actions of the audit log that no call is named after. */
export const furtherActions = {
  'credentials.challenge': 'Password accepted, second factor asked for',
  'sessions.endedByReuse': 'Session ended, because a refresh token was presented again',
  'sessions.endedByProvider': 'Session ended by its identity provider',
  'projects.merge': 'Projects merged that were one repository, by an upgrade of the server',
  'barista.sent': 'Facts sent to the model of the assistant',
} as const
export type FurtherAction = keyof typeof furtherActions

const Filter = z.object({
  /** Part of the action's name or of the member's address. */
  text: z.string().trim().max(200).default(''),
  memberUuid: Uuid.optional(),
  /** A call, 'members.remove', or all of a group, 'members'. */
  action: z.string().trim().max(100).optional(),
  /** The first day and the last, UTC. */
  from: Day.optional(),
  to: Day.optional(),
})

export const audit = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/audit',
    permission: 'configuration.read',
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
    summary: 'The same as CSV with a header row',
    query: Filter,
    responses: { 200: text('text/csv') },
  },
})
