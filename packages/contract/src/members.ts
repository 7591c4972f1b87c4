import { z } from 'zod'
import { Session } from './credentials.ts'
import { endpoints } from './endpoint.ts'
import { roles } from './permissions.ts'
import { messages } from './problem.ts'
import { Email, RoleName, Uuid } from './vocabulary.ts'

const PersonName = z.string().trim().max(200)
/** Roles are compared without case. */
export const GivenRole = z
  .string()
  .transform((value) => roles.find((role) => role.toLowerCase() === value.trim().toLowerCase()) ?? value)
  .pipe(RoleName)

export const Member = z
  .object({
    uuid: Uuid,
    email: z.string(),
    name: z.string(),
    role: RoleName,
    /** Pending until the invitation is accepted; Inactive ones cannot log in. */
    status: z.enum(['Active', 'Pending', 'Inactive']),
    primaryTeamUuid: Uuid.nullable(),
    teams: z.array(z.object({ uuid: Uuid, name: z.string(), role: RoleName })),
    /** What the member has beside a password; administrators of the account alone see it. */
    factors: z.array(z.enum(['app', 'sms', 'passkey'])).optional(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** Who was just invited. The link is null when it was mailed. */
const Invited = Member.extend({ invitationUrl: z.string().nullable() }).meta({ id: 'InvitedMember' })

export const members = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/members',
    permission: 'members.read',
    summary: 'The members that the caller may see: all, or those of the teams in reach',
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
    summary: 'Invite a person; a Viewer unless the caller may choose the role',
    body: z.object({ email: Email, name: PersonName.optional(), role: GivenRole.optional() }),
    responses: { 200: Invited },
  },
  update: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}',
    permission: 'members.edit',
    summary: 'Change name, role or status; what is left out stays',
    body: z.object({
      name: PersonName.min(1, messages.missingParameters).optional(),
      role: GivenRole.optional(),
      status: z.enum(['Active', 'Inactive']).optional(),
    }),
    responses: { 200: Member },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}',
    permission: 'members.delete',
    summary: 'Remove a member, with sessions and tokens; the last administrator stays',
    responses: { 200: z.object({}) },
  },
  invite: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/invitation',
    permission: 'members.create',
    summary: 'A new link to choose a password: an invitation, or for an active member a reset',
    responses: { 200: Invited },
  },
  sessions: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/sessions',
    permission: 'members.edit',
    summary: 'Where a member is logged in, the one used last first',
    responses: { 200: z.array(Session) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/sessions/{sessionUuid}',
    permission: 'members.edit',
    summary: "End one of a member's sessions at once",
    responses: { 200: z.object({}) },
  },
  setPrimaryTeam: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/members/{memberUuid}/primary',
    permission: 'members.edit',
    features: ['teams'],
    summary: "Choose the member's primary team, one of the member's own",
    query: z.object({ teamuuid: Uuid }),
    responses: { 200: Member },
  },
})
