import { z } from 'zod'
import { optionalNameOf } from './name.ts'
import { Session } from './sessions.ts'
import { endpoints } from './endpoint.ts'
import { factorTypes } from './credentials.ts'
import { whenMissing } from './input-messages.ts'
import { roles } from './permissions.ts'
import { messages } from './problem.ts'
import { Email, RoleName, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

const PersonName = optionalNameOf(200)
/** Roles are case-insensitive. */
export const GivenRole = z
  .string()
  .transform((value) => roles.find((role) => role.toLowerCase() === value.trim().toLowerCase()) ?? value)
  .pipe(RoleName)
  .meta({ enum: [...roles] })

export const Member = named('Member', {
  uuid: Uuid,
  email: z.string(),
  name: z.string(),
  role: RoleName,
  /** Pending until the invitation is accepted. Inactive members cannot log in. */
  status: z.enum(['Active', 'Pending', 'Inactive']),
  primaryTeamUuid: Uuid.nullable(),
  teams: z.array(z.object({ uuid: Uuid, name: z.string(), role: RoleName })),
  /** Authentication methods besides a password; visible to account administrators only. */
  factors: z.array(z.enum([...factorTypes, 'passkey'])).optional(),
})
export type Member = z.infer<typeof Member>

/** The invited member. The link is null if it was emailed. */
const Invited = Member.extend({ invitationUrl: z.string().nullable() }).meta({ id: 'InvitedMember' })

export const members = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/members',
    permission: 'members.read',
    summary: "Members visible to the caller: all, or those of the caller's teams",
    responses: { 200: z.array(Member) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}',
    permission: 'members.read',
    summary: 'One member',
    responses: { 200: Member },
  },
  add: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members',
    permission: 'members.create',
    summary: 'Invite a person, as a Viewer unless the caller may assign roles',
    body: z.object({ email: Email, name: PersonName.optional(), role: GivenRole.optional() }),
    errors: ['emailTaken', 'tooManyEmails'],
    responses: { 200: Invited },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}',
    permission: 'members.edit',
    summary: 'Update name, role or status; omitted fields keep their value',
    body: someOf(
      z.object({
        name: PersonName.min(1, messages.missingParameters).optional(),
        role: GivenRole.optional(),
        status: z.enum(['Active', 'Inactive']).optional(),
      }),
    ),
    errors: ['lastAdministrator'],
    responses: { 200: Member },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}',
    permission: 'members.delete',
    summary: 'Remove a member with all sessions and tokens; the last administrator cannot be removed',
    errors: ['lastAdministrator'],
    responses: { 200: z.object({}) },
  },
  invite: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/invitation',
    permission: 'members.create',
    summary: 'Send a link to set a password: an invitation, or a reset for an active member',
    errors: ['memberInactive', 'ownPassword', 'tooManyEmails'],
    responses: { 200: Invited },
  },
  sessions: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/sessions',
    permission: 'members.edit',
    summary: 'Sessions of a member, most recently used first',
    responses: { 200: z.array(Session) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/sessions/{sessionUuid}',
    permission: 'members.edit',
    summary: 'End a session of a member immediately',
    responses: { 200: z.object({}) },
  },
  setPrimaryTeam: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/primary',
    permission: 'members.edit',
    features: ['teams'],
    summary: "Set a member's primary team, one that the member belongs to",
    query: z.object({ teamuuid: z.uuid(whenMissing(messages.missingParameters)) }),
    responses: { 200: Member },
  },
})
