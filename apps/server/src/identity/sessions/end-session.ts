import type { FurtherAction } from '@assay/contract/audit.ts'
import { insertAuditEvent } from '#accounts/audit/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { findSessionOwner, revokeSession } from '#auth/session-store.ts'

export interface SessionEnd {
  action: FurtherAction
  /** Origin of the request that ended it. */
  from: { address: string; agent: string }
}

/** Ends a session without a user's request and records the event. Idempotent. */
export async function endSession(
  tx: Tx,
  { accountUuid, uuid }: { accountUuid: string; uuid: string },
  { action, from }: SessionEnd,
): Promise<void> {
  const owner = await findSessionOwner(tx, { accountUuid, uuid })
  if (!owner || !(await revokeSession(tx, accountUuid, uuid))) return
  await insertAuditEvent(tx, accountScope(accountUuid), {
    memberUuid: owner.memberUuid,
    memberEmail: owner.email,
    credential: `session ${uuid}`,
    address: from.address,
    agent: from.agent,
    action,
    target: { sessionUuid: uuid },
    before: undefined,
    after: undefined,
  })
}
