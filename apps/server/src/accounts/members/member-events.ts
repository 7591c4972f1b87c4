import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'

interface Changed {
  uuid: string
  email: string
}

interface RemovedMember extends Changed {
  status: string
  language?: string | null | undefined
}

interface RoleChange {
  member: Changed
  /** null for the account. */
  teamUuid?: string | null
  before: string
  after: string
  /** The actor's address; null for an identity provider. */
  by: string | null
}

/** Emits an event for a changed role in the caller's transaction. */
export async function notifyRoleChange(
  tx: Tx,
  { accountUuid }: Scope,
  { member, teamUuid = null, before, after, by }: RoleChange,
): Promise<void> {
  if (before === after) return
  const payload = { memberUuid: member.uuid, email: member.email, teamUuid, before, after, by }
  await writeEvents(tx, accountUuid, [{ type: 'member.role-changed', payload }])
}

/** In the transaction that removes the member. */
export async function notifyRemoval(
  tx: Tx,
  { accountUuid }: Scope,
  { member, by }: { member: RemovedMember; by: string | null },
): Promise<void> {
  const { uuid: memberUuid, email, status, language } = member
  const payload = { memberUuid, email, status, language, by }
  await writeEvents(tx, accountUuid, [{ type: 'member.removed', payload }])
}
