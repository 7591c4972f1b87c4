import { contract } from '@assay/contract/contract.ts'
import { parseRole, type Role, teamRoleOf } from '@assay/contract/permissions.ts'
import { messages } from '@assay/contract/problem.ts'
import type { TeamMember } from '@assay/contract/teams.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { shareLockTeam } from '#accounts/team-lock-store.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { checkCanChangeTeams, findMemberOr404 } from '#accounts/members/find-managed.ts'
import { createInvitation, insertInvited, roleForNewMember } from '#accounts/members/invite-member.ts'
import { notifyRoleChange } from '#accounts/members/member-events.ts'
import { findPlaceable, memberPages } from '#accounts/members/store.ts'
import {
  deleteTeam,
  deleteTeamMember,
  findTeam,
  findTeamMember,
  insertTeam,
  upsertTeamMember,
  teamMemberPages,
  type TeamMemberRow,
  teamPages,
  type TeamRow,
  updateTeam,
  updateTeamRole,
} from './store.ts'

export function teamsRoutes(context: AppContext): void {
  const { routes, db } = context
  registerRoutes(routes, contract.teams, {
    async list({ caller: { scope } }) {
      return streamItems(withEveryone(scope, teamPages(db, scope)), (team) => team)
    },
    create: ({ caller: { scope }, body, change }) =>
      change(async (tx) => {
        const uuid = randomUUID()
        await rejectTakenName(insertTeam(tx, scope, { uuid, ...body }))
        const after = (await findTeam(tx, scope, uuid)) ?? throwNotFound('team')
        return { result: after, target: { teamUuid: uuid }, after }
      }),
    update: ({ caller: { scope }, params, body, change }) =>
      change(async (tx) => {
        // Concurrent renames that swap two names would deadlock.
        await lockAccount(tx, scope)
        const before = (await findTeam(tx, scope, params.teamUuid)) ?? throwNotFound('team')
        await rejectTakenName(updateTeam(tx, scope, { uuid: before.uuid, ...body }))
        const after = (await findTeam(tx, scope, before.uuid)) ?? throwNotFound('team')
        return { result: after, before, after }
      }),
    remove: ({ caller: { scope }, params, change }) =>
      change(async (tx) => {
        const before = (await findTeam(tx, scope, params.teamUuid)) ?? throwNotFound('team')
        if (!(await deleteTeam(tx, scope, before.uuid))) throwNotFound('team')
        return { result: {}, before }
      }),
    async members({ caller: { scope }, params }) {
      if (isEveryone(scope, params.teamUuid)) return streamItems(memberPages(db, scope), teamMemberOf)
      await checkTeam(db, scope, params.teamUuid)
      return streamItems(teamMemberPages(db, scope, params.teamUuid), teamMemberOf)
    },
    addMember: ({ caller, params, body, change }) =>
      change(async (tx) => {
        const { member, isNew } = await addToTeam(tx, caller, { ...body, ...params })
        const { scope, memberUuid: invitedBy } = caller
        const invited = { scope, invitedBy, uuid: member.uuid, email: member.email }
        if (isNew) await createInvitation(tx, context, invited)
        const after = teamMemberOf(member)
        return { result: after, target: { memberUuid: member.uuid }, after }
      }),
    updateMember: ({ caller, params, body, change }) =>
      change(async (tx) => {
        const { scope } = caller
        const before = teamMemberOf(await memberIn(tx, scope, params))
        checkCanChangeTeams(caller, await findMemberOr404(tx, scope, params.memberUuid))
        const role = teamRoleOf(body.role)
        // Update only: a member removed concurrently is not added back.
        if (!(await updateTeamRole(tx, scope, { ...keysOf(params), role }))) throwNotFound('member')
        const after = teamMemberOf(await memberIn(tx, scope, params))
        await notifyRoleChange(tx, scope, {
          member: after,
          teamUuid: params.teamUuid,
          before: before.role,
          after: after.role,
          by: caller.email,
        })
        return { result: after, before, after }
      }),
    removeMember: ({ caller, params, change }) =>
      change(async (tx) => {
        const { scope } = caller
        const before = teamMemberOf(await memberIn(tx, scope, params))
        checkCanChangeTeams(caller, await findMemberOr404(tx, scope, params.memberUuid))
        if (!(await deleteTeamMember(tx, scope, keysOf(params)))) throwNotFound('member')
        return { result: {}, before }
      }),
  })
}

/** Team names are unique in an account, case-insensitively. */
const rejectTakenName = (write: Promise<unknown>) =>
  write.catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? new Problem(409, 'teamExists', 'A team with this name already exists')
      : error
  })

interface Addition {
  teamUuid: string
  uuid?: string | undefined
  role?: Role | undefined
  membership?:
    | {
        email: string
        name?: string | undefined
        role?: Role | undefined
      }
    | null
    | undefined
}

async function addToTeam(
  tx: Tx,
  caller: Caller,
  addition: Addition,
): Promise<{ member: TeamMemberRow; isNew: boolean }> {
  const { scope } = caller
  const { teamUuid, membership } = addition
  const isForEveryone = isEveryone(scope, teamUuid)
  if (isForEveryone && scope.teams !== 'all') throwNotFound('team')
  if (!isForEveryone) await checkTeam(tx, scope, teamUuid)
  const memberUuid = membership
    ? await insertInvited(tx, scope, {
        ...membership,
        role: roleForNewMember(caller, isForEveryone ? roleOfEveryone(addition) : membership.role),
      })
    : addition.uuid
  if (memberUuid === undefined) throw new Problem(400, 'missingParameters', messages.missingParameters)
  if (!isForEveryone) await shareLockTeam(tx, scope, teamUuid)
  // If two teams add the same member concurrently, only the first may.
  await lockMember(tx, scope, memberUuid)
  const member = (await findPlaceable(tx, scope, memberUuid)) ?? throwNotFound('member')
  checkCanChangeTeams(caller, member)
  if (isForEveryone) rejectOtherRole(member, addition.role)
  const role = isForEveryone ? member.role : teamRoleOf(addition.role ?? 'Viewer')
  if (!isForEveryone) await upsertTeamMember(tx, scope, { teamUuid, memberUuid: member.uuid, role })
  return {
    member: { uuid: member.uuid, email: member.email, name: member.name, role },
    isNew: Boolean(membership),
  }
}

/** A role in Everyone is the role in the account. Clients always send 'Viewer' as membership's role. */
const roleOfEveryone = ({ role, membership }: Addition) => role ?? membership?.role

function rejectOtherRole(member: { role: string }, requested: Addition['role']): void {
  const current = parseRole(member.role)
  if (requested === undefined || (current !== null && teamRoleOf(current) === teamRoleOf(requested))) return
  throw new Problem(
    409,
    'roleOfEveryone',
    `The role in Everyone is the role in the account, ${member.role}. Change it on the Members page`,
  )
}

/** The built-in team of all members has the account's uuid. */
const isEveryone = (scope: Scope, teamUuid: string) => teamUuid.toLowerCase() === scope.accountUuid

async function* withEveryone(scope: Scope, pages: AsyncIterable<TeamRow[]>): AsyncGenerator<TeamRow[]> {
  if (scope.teams === 'all') yield [everyone(scope)]
  yield* pages
}

const everyone = ({ accountUuid }: Scope) => ({
  accountUuid,
  uuid: accountUuid,
  name: 'Everyone',
  description: 'All members of the account',
  active: true,
})

async function checkTeam(db: AppContext['db'], scope: Scope, uuid: string): Promise<void> {
  if (!(await findTeam(db, scope, uuid))) throwNotFound('team')
}

async function memberIn(
  db: AppContext['db'],
  scope: Scope,
  { teamUuid, memberUuid }: Keys,
): Promise<TeamMemberRow> {
  await checkTeam(db, scope, teamUuid)
  return (await findTeamMember(db, scope, { teamUuid, memberUuid })) ?? throwNotFound('member')
}

interface Keys {
  teamUuid: string
  memberUuid: string
}

const keysOf = ({ teamUuid, memberUuid }: Keys): Keys => ({ teamUuid, memberUuid })

const teamMemberOf = ({ uuid, email, name, role }: TeamMemberRow): TeamMember => ({
  uuid,
  email,
  name,
  role: parseRole(role) ?? 'Team viewer',
})
