import { z } from 'zod'
import { nameOf, optionalNameOf } from './name.ts'
import { Team } from './account-teams.ts'
import { endpoints } from './endpoint.ts'
import { GivenRole } from './members.ts'
import { messages } from './problem.ts'
import { Email, RoleName, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

const TeamName = nameOf(200, messages.missingParameters)
const Description = z.string().trim().max(2000)

export const TeamMember = named('TeamMember', {
  uuid: Uuid,
  email: z.string(),
  name: z.string(),
  /** Role in the team. In the built-in team Everyone, the role in the account. */
  role: RoleName,
})
export type TeamMember = z.infer<typeof TeamMember>

/** A member of the account by uuid, or a new person by membership. */
const Addition = z.object({
  uuid: Uuid.optional(),
  role: GivenRole.optional(),
  membership: z
    .object({ email: Email, name: optionalNameOf(200).optional(), role: GivenRole.optional() })
    .nullish(),
})

/** The account's own uuid stands for the built-in team Everyone. */
export const teams = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/teams',
    permission: 'teams.read',
    summary: 'Teams visible to the caller; Everyone first if the caller sees the whole account',
    responses: { 200: z.array(Team) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/teams',
    permission: 'teams.create',
    features: ['teams'],
    summary: 'Create a team',
    body: z.object({
      name: TeamName,
      description: Description.default(''),
      active: z.boolean().default(true),
    }),
    errors: ['teamExists'],
    responses: { 200: Team },
  },
  update: {
    method: 'POST',
    path: '/api/v1/teams/{teamUuid}',
    permission: 'teams.edit',
    features: ['teams'],
    summary: 'Update a team; omitted fields keep their value',
    body: someOf(
      z.object({
        name: TeamName.optional(),
        description: Description.optional(),
        active: z.boolean().optional(),
      }),
    ),
    errors: ['teamExists'],
    responses: { 200: Team },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/teams/{teamUuid}',
    permission: 'teams.delete',
    features: ['teams'],
    summary: 'Delete a team; its projects then belong to no team',
    responses: { 200: z.object({}) },
  },
  members: {
    method: 'GET',
    path: '/api/v1/teams/{teamUuid}/members',
    permission: 'teams.read',
    summary: 'The members of a team',
    responses: { 200: z.array(TeamMember) },
  },
  addMember: {
    method: 'POST',
    path: '/api/v1/teams/{teamUuid}/members',
    permission: 'teams.edit',
    features: ['teams'],
    summary:
      'Add a member of the account by uuid, or invite a new person to the team; the role in Everyone is the role in the account',
    body: Addition,
    errors: ['missingParameters', 'emailTaken', 'tooManyEmails', 'roleOfEveryone'],
    responses: { 200: TeamMember },
  },
  updateMember: {
    method: 'POST',
    path: '/api/v1/teams/{teamUuid}/members/{memberUuid}',
    permission: 'teams.edit',
    features: ['teams'],
    summary: "Change a member's role in a team",
    body: z.object({ role: GivenRole }),
    responses: { 200: TeamMember },
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/v1/teams/{teamUuid}/members/{memberUuid}',
    permission: 'teams.edit',
    features: ['teams'],
    summary: 'Remove a member from a team',
    responses: { 200: z.object({}) },
  },
})
