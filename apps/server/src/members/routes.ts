import { contract } from '@assay/contract/contract.ts'
import type { Member } from '@assay/contract/members.ts'
import { parseRole } from '@assay/contract/permissions.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { accountScope, type Caller } from '../auth/scope.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { insertInvited, roleForNewMember, sendInvitation } from './invite-member.ts'
import { checkMayChange, findManaged, findMemberOr404 } from './find-managed.ts'
import { keepAdministrator } from './keep-administrator.ts'
import { sessionCalls } from './session-calls.ts'
import { deleteMember, listMembers, type MemberRow, revokeSessionsOf, updateMember } from './store.ts'

export function membersRoutes(parts: Parts): void {
  const { binding, db } = parts
  implement(binding, contract.members, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return (await listMembers(db, caller.scope)).map((row) => memberOf(row, caller))
    },
    async get({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return memberOf(await findMemberOr404(db, caller.scope, params.memberUuid), caller)
    },
    async add({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      const role = roleForNewMember(caller, body.role)
      const uuid = await db.transaction().execute((tx) => insertInvited(tx, caller.scope, { ...body, role }))
      const invitationUrl = await sendInvitation(parts, caller.scope, { uuid, email: body.email })
      // Who was just made belongs to no team yet, so a caller of teams would not see the member.
      const member = memberOf(await findMemberOr404(db, accountScope(caller.scope.accountUuid), uuid))
      record({ target: { memberUuid: uuid }, after: member })
      return { ...member, invitationUrl }
    },
    async invite({ caller, params }) {
      const member = await findManaged(db, caller, params)
      if (member.status === 'Inactive') throw new Problem(409, 'memberInactive', 'This member is disabled')
      const invitationUrl = await sendInvitation(parts, caller.scope, member)
      return { ...memberOf(member, caller), invitationUrl }
    },
    async update({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      return db.transaction().execute(async (tx) => {
        const { scope } = caller
        const before = await findMemberOr404(tx, scope, params.memberUuid)
        checkMayChange(caller, before, body.role)
        const isDemoted = body.role !== undefined && body.role !== 'Administrator'
        if (isDemoted || body.status === 'Inactive') await keepAdministrator(tx, scope, before.uuid)
        await updateMember(tx, scope, { uuid: before.uuid, ...body })
        if (body.status === 'Inactive') await revokeSessionsOf(tx, scope, before.uuid)
        const after = await findMemberOr404(tx, scope, before.uuid)
        record({ before: memberOf(before), after: memberOf(after) })
        return memberOf(after, caller)
      })
    },
    async remove({ caller, params, record }) {
      checkAccount(caller, params.accountUuid)
      return db.transaction().execute(async (tx) => {
        const before = await findMemberOr404(tx, caller.scope, params.memberUuid)
        checkMayChange(caller, before, undefined)
        await keepAdministrator(tx, caller.scope, before.uuid)
        await deleteMember(tx, caller.scope, before.uuid)
        record({ before: memberOf(before) })
        return {}
      })
    },
    ...sessionCalls(parts),
    async setPrimaryTeam({ caller, params, query, record }) {
      checkAccount(caller, params.accountUuid)
      const before = await findMemberOr404(db, caller.scope, params.memberUuid)
      const team = before.teams.find(({ uuid }) => uuid === query.teamuuid.toLowerCase()) ?? missing('team')
      await db
        .transaction()
        .execute((tx) => updateMember(tx, caller.scope, { uuid: before.uuid, primaryTeamUuid: team.uuid }))
      const after = await findMemberOr404(db, caller.scope, before.uuid)
      record({ before: memberOf(before), after: memberOf(after) })
      return memberOf(after, caller)
    },
  })
}

/** In the audit log, and to who is no administrator of the account, nothing is said of second factors. */
const memberOf = ({ teams, factors, ...row }: MemberRow, caller?: Caller): Member => ({
  ...row,
  ...(caller?.role === 'Administrator' && { factors }),
  role: parseRole(row.role) ?? 'Viewer',
  status: row.status as Member['status'],
  teams: teams.map((team) => ({ ...team, role: parseRole(team.role) ?? 'Team viewer' })),
})
