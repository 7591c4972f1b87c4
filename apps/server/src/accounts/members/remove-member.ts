import { findLanguage } from '#accounts/member-emails/store.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { checkCanChange, findMemberOr404 } from './find-managed.ts'
import { ensureNotLastAdmin } from './last-administrator.ts'
import { notifyRemoval } from './member-events.ts'
import { deleteMember, type MemberRow } from './store.ts'

/** 'former member 7f3a2c1b': stands for the name and address of an erased member. */
export const pseudonymOf = (memberUuid: string): string => `former member ${memberUuid.slice(0, 8)}`

interface Removal {
  memberUuid: string
  /** No event names the member, and the member is not told. */
  isErased?: boolean
}

/** Removes a member with all that belongs to it. Throws 403, 404 and 409. */
export async function removeMember(
  tx: Tx,
  caller: Caller,
  { memberUuid, isErased = false }: Removal,
): Promise<MemberRow> {
  const before = await findMemberOr404(tx, caller.scope, memberUuid)
  checkCanChange(caller, before, undefined)
  await ensureNotLastAdmin(tx, caller.scope, before.uuid)
  const language = await findLanguage(tx, caller.scope, before.uuid)
  if (!(await deleteMember(tx, caller.scope, before.uuid))) throwNotFound('member')
  const email = isErased ? pseudonymOf(before.uuid) : before.email
  await notifyRemoval(tx, caller.scope, { member: { ...before, email, language }, by: caller.email })
  return before
}
