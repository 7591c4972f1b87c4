import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import type { Notice } from './member-notices.ts'

interface MemberNotice {
  memberUuid: string
  email: string
  notice: Notice
  /** The address of who did it, where it was not the member. */
  by?: string | undefined
}

/** Has a member told by mail, in the transaction that changes what the member logs in by. */
export async function notifyMember(
  tx: Tx,
  { accountUuid }: Scope,
  { memberUuid, email, notice, by }: MemberNotice,
): Promise<void> {
  const payload = { memberUuid, email, notice, by: by ?? null }
  await writeEvents(tx, accountUuid, [{ type: 'member.login-changed', payload }])
}
