import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import type { Notice } from './email-texts.ts'

interface MemberNotice {
  memberUuid: string
  email: string
  notice: Notice
  /** The actor's address, if not the member. */
  by?: string | undefined
}

/** Queues an email notice in the transaction that changes the member's authentication methods. */
export async function notifyMember(
  tx: Tx,
  { accountUuid }: Scope,
  { memberUuid, email, notice, by }: MemberNotice,
): Promise<void> {
  const payload = { memberUuid, email, notice, by: by ?? null }
  await writeEvents(tx, accountUuid, [{ type: 'member.login-changed', payload }])
}
