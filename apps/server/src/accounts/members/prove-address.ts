import { insertAuditEvent } from '#accounts/audit/store.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { notifyRemoval } from './member-events.ts'
import { claimAddress, deleteInvitedElsewhere, findAddressHolder } from './address-store.ts'

interface Proved {
  memberUuid: string
  email: string
}

/**
 * Records that the member has verified the address. Invitations of other accounts are deleted, and an unverified login
 * with it is revoked; both accounts get an audit event. Returns false if another member verified it before.
 */
export async function proveAddress(tx: Tx, scope: Scope, { memberUuid, email }: Proved): Promise<boolean> {
  const before = await findAddressHolder(tx, email)
  if (!(await claimAddress(tx, scope, { memberUuid, email, isProved: true }))) return false
  for (const { accountUuid, ...member } of await deleteInvitedElsewhere(tx, scope, email))
    await endInvitation(tx, accountUuid, member)
  if (before && before.memberUuid !== memberUuid)
    await writeEvent(tx, { ...before, action: 'members.update', before: { loginAddress: email } })
  return true
}

async function endInvitation(tx: Tx, accountUuid: string, member: Invited): Promise<void> {
  await writeEvent(tx, { accountUuid, memberUuid: member.uuid, action: 'members.remove', before: member })
  await notifyRemoval(tx, accountScope(accountUuid), { member: { ...member, status: 'Pending' }, by: null })
}

type Invited = Omit<Awaited<ReturnType<typeof deleteInvitedElsewhere>>[number], 'accountUuid'>

interface ProofEvent {
  accountUuid: string
  memberUuid: string
  action: string
  before: object
}

const writeEvent = (tx: Tx, { accountUuid, memberUuid, action, before }: ProofEvent) =>
  insertAuditEvent(tx, accountScope(accountUuid), {
    memberUuid: null,
    memberEmail: '',
    credential: 'proof of address',
    address: '',
    agent: '',
    action,
    target: { memberUuid },
    before,
    after: { reason: 'Another account proved this email address' },
  })
