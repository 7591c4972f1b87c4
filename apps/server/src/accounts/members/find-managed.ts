import { isTeamRole, parseRole } from '@assay/contract/permissions.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { forbidden } from '#auth/forbidden.ts'
import { type Caller, type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { findVisibleMember, type MemberRow } from './store.ts'

/** A member whom the caller may change. Throws 404 and 403. */
export async function findManaged(
  db: Database,
  caller: Caller,
  params: { memberUuid: string },
): Promise<MemberRow> {
  const member = await findMemberOr404(db, caller.scope, params.memberUuid)
  checkCanChange(caller, member, undefined)
  return member
}

/** The same, locked until the transaction ends. */
export async function lockManaged(
  tx: Tx,
  caller: Caller,
  params: { memberUuid: string },
): Promise<MemberRow> {
  await lockMember(tx, caller.scope, params.memberUuid)
  return findManaged(tx, caller, params)
}

/** Account administrators can only be added to and removed from teams by account administrators. Throws 403. */
export function checkCanChangeTeams(caller: Caller, { role }: Pick<MemberRow, 'role'>): void {
  if (caller.role === 'Administrator' || parseRole(role) !== 'Administrator') return
  throw forbidden('Changing the teams of an administrator', "the role 'Administrator' in the account")
}

/** Administrators must not bypass the current password by sending themselves a link. Throws 409. */
export function checkCanInvite(caller: Caller, { uuid, status }: MemberRow): void {
  if (status === 'Inactive') throw new Problem(409, 'memberInactive', 'This member is disabled')
  if (uuid === caller.memberUuid && status === 'Active')
    throw new Problem(
      409,
      'ownPassword',
      'Change your own password with the current one, or use "Forgot password"',
    )
}

export const findMemberOr404 = async (db: Database, scope: Scope, uuid: string): Promise<MemberRow> =>
  (await findVisibleMember(db, scope, uuid)) ?? throwNotFound('member')

/** Account roles, and members who also belong to teams out of scope, can only be changed by account administrators. */
export function checkCanChange(
  caller: Caller,
  { role, teams }: MemberRow,
  newRole: string | undefined,
): void {
  if (caller.role === 'Administrator') return
  const reached = teamUuids(caller.scope)
  const isShared = teams.some(({ uuid }) => !reached.includes(uuid))
  const current = parseRole(role)
  const next = newRole === undefined ? null : parseRole(newRole)
  if (isShared || (current && !isTeamRole(current)) || (next && !isTeamRole(next))) {
    throw forbidden('Changing this member', "the role 'Administrator' in the account")
  }
}
