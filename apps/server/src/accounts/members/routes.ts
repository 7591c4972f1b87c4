import { contract } from '@assay/contract/contract.ts'
import type { Member } from '@assay/contract/members.ts'
import { parseRole } from '@assay/contract/permissions.ts'
import type { AppContext } from '#context.ts'
import { shareLockTeam } from '#accounts/team-lock-store.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { accountScope, type Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { createInvitation, insertInvited, linkFor, roleForNewMember } from './invite-member.ts'
import { endAccess } from './end-access.ts'
import { checkCanChange, checkCanInvite, findMemberOr404, lockManaged, findManaged } from './find-managed.ts'
import { ensureNotLastAdmin } from './last-administrator.ts'
import { notifyRoleChange } from './member-events.ts'
import { removeMember } from './remove-member.ts'
import { type MemberChange, memberPages, type MemberRow, updateMember } from './store.ts'
import { listSessions, revokeOwnSession } from '#auth/sessions/session-store.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { sessionOf } from './session-of.ts'

export function membersRoutes(context: AppContext): void {
  const { routes, db } = context
  registerRoutes(routes, contract.members, {
    list: async ({ caller }) => streamItems(memberPages(db, caller.scope), (row) => memberOf(row, caller)),
    get: async ({ caller, params }) =>
      memberOf(await findMemberOr404(db, caller.scope, params.memberUuid), caller),
    async add({ caller, body, change }) {
      const role = roleForNewMember(caller, body.role)
      const { scope } = caller
      const { member, link } = await change(async (tx) => {
        const uuid = await insertInvited(tx, scope, { ...body, role })
        const invited = { scope, uuid, email: body.email, invitedBy: caller.memberUuid }
        const link = await createInvitation(tx, context, invited)
        // A new member is in no team yet, so a caller limited to teams would not see it.
        const member = memberOf(await findMemberOr404(tx, accountScope(scope.accountUuid), uuid))
        return { result: { member, link }, target: { memberUuid: uuid }, after: member }
      })
      return { ...member, invitationUrl: linkFor(caller, link) }
    },
    async invite({ caller, params, change }) {
      const { member, link } = await change(async (tx) => {
        const member = await lockManaged(tx, caller, params)
        checkCanInvite(caller, member)
        const invited = { ...member, scope: caller.scope, invitedBy: caller.memberUuid }
        const link = await createInvitation(tx, context, invited)
        return { result: { member, link } }
      })
      return { ...memberOf(member, caller), invitationUrl: linkFor(caller, link) }
    },
    update: ({ caller, params, body, change }) =>
      change((tx) => updated(tx, caller, { memberUuid: params.memberUuid, to: body })),
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        return { result: {}, before: memberOf(await removeMember(tx, caller, params)) }
      }),
    ...sessionCalls(context),
    setPrimaryTeam({ caller, params, query, change }) {
      return change(async (tx) => {
        await shareLockTeam(tx, caller.scope, query.teamuuid)
        const before = await lockManaged(tx, caller, params)
        const team =
          before.teams.find(({ uuid }) => uuid === query.teamuuid.toLowerCase()) ?? throwNotFound('team')
        await updateMember(tx, caller.scope, { uuid: before.uuid, primaryTeamUuid: team.uuid })
        return changeOf(tx, caller, before)
      })
    },
  })
}

interface Update {
  memberUuid: string
  to: Omit<MemberChange, 'passwordHash' | 'primaryTeamUuid'>
}

async function updated(tx: Tx, caller: Caller, { memberUuid, to }: Update) {
  const { scope } = caller
  const before = await findMemberOr404(tx, scope, memberUuid)
  checkCanChange(caller, before, to.role)
  const isDemoted = to.role !== undefined && to.role !== 'Administrator'
  if (isDemoted || to.status === 'Inactive') await ensureNotLastAdmin(tx, scope, before.uuid)
  await lockMember(tx, scope, before.uuid)
  await updateMember(tx, scope, { uuid: before.uuid, ...to })
  if (to.status === 'Inactive') await endAccess(tx, scope, before.uuid)
  const roles = { before: before.role, after: to.role ?? before.role }
  await notifyRoleChange(tx, scope, { member: before, ...roles, by: caller.email })
  return changeOf(tx, caller, before)
}

async function changeOf(tx: Tx, caller: Caller, before: MemberRow) {
  const after = await findMemberOr404(tx, caller.scope, before.uuid)
  return { result: memberOf(after, caller), before: memberOf(before), after: memberOf(after) }
}

/** Second factors are omitted from the audit log and for callers who are not account administrators. */
const memberOf = ({ teams, factors, primaryTeamUuid, ...row }: MemberRow, caller?: Caller): Member => ({
  ...row,
  primaryTeamUuid: primaryTeamUuid !== null && isInScope(primaryTeamUuid, caller) ? primaryTeamUuid : null,
  ...(caller?.role === 'Administrator' && { factors }),
  role: parseRole(row.role) ?? 'Viewer',
  status: row.status as Member['status'],
  teams: teams
    .filter(({ uuid }) => isInScope(uuid, caller))
    .map((team) => ({ ...team, role: parseRole(team.role) ?? 'Team viewer' })),
})

/** A member may belong to teams the caller cannot see. */
const isInScope = (teamUuid: string, caller: Caller | undefined): boolean =>
  caller === undefined || caller.scope.teams === 'all' || caller.scope.teams.includes(teamUuid)

type SessionCalls = Pick<Handlers<typeof contract.members>, 'sessions' | 'endSession'>

/** A member's sessions, for callers who may change the member. */
const sessionCalls = ({ db }: AppContext): SessionCalls => ({
  async sessions({ caller, params }) {
    const { uuid } = await findManaged(db, caller, params)
    return (await listSessions(db, caller.scope, uuid)).map((row) => sessionOf(row, caller))
  },
  endSession: ({ caller, params, change }) =>
    change(async (tx) => {
      const { uuid: memberUuid } = await findManaged(tx, caller, params)
      const isEnded = await revokeOwnSession(tx, caller.scope, { uuid: params.sessionUuid, memberUuid })
      return isEnded ? { result: {} } : throwNotFound('session')
    }),
})
