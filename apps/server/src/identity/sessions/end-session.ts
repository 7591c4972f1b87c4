import type { FurtherAction } from '@assay/contract/audit.ts'
import { insertAuditEvent } from '#accounts/audit/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { findSessionOwner, revokeSession } from '#auth/sessions/session-store.ts'

export interface SessionEnd {
  action: FurtherAction | 'credentials.logout'
  /** Origin of the request that ended it. */
  from: { address: string; agent: string }
}

/** Ends a session and records the event, once. With a hash only if it is that of a refresh token of the session. */
export async function endSession(
  tx: Tx,
  session: { accountUuid: string; uuid: string; hash?: Uint8Array },
  { action, from }: SessionEnd,
): Promise<void> {
  const { accountUuid, uuid } = session
  const owner = await findSessionOwner(tx, session)
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
