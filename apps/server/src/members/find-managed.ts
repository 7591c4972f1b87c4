import { isTeamRole, parseRole } from '@assay/contract/permissions.ts'
import { checkAccount } from '../auth/check-account.ts'
import { type Caller, type Scope, teamUuids } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { missing, Problem } from '../http/problem.ts'
import { findVisibleMember, type MemberRow } from './store.ts'

/** A member whom the caller may change. Throws 404 and 403. */
export async function findManaged(
  db: Database,
  caller: Caller,
  params: { accountUuid: string; memberUuid: string },
): Promise<MemberRow> {
  checkAccount(caller, params.accountUuid)
  const member = await findMemberOr404(db, caller.scope, params.memberUuid)
  checkMayChange(caller, member, undefined)
  return member
}

export const findMemberOr404 = async (db: Database, scope: Scope, uuid: string): Promise<MemberRow> =>
  (await findVisibleMember(db, scope, uuid)) ?? missing('member')

/**
 * A role over the whole account is given and taken by administrators of the account alone, and so is the membership
 * of somebody who also belongs to teams out of the caller's reach.
 */
export function checkMayChange(caller: Caller, { role, teams }: MemberRow, wanted: string | undefined): void {
  if (caller.role === 'Administrator') return
  const reached = teamUuids(caller.scope)
  const isShared = teams.some(({ uuid }) => !reached.includes(uuid))
  const current = parseRole(role)
  const next = wanted === undefined ? null : parseRole(wanted)
  if (isShared || (current && !isTeamRole(current)) || (next && !isTeamRole(next))) {
    throw new Problem(403, 'forbidden', 'Only an administrator of the account may change this member')
  }
}
