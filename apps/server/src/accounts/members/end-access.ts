import type { Scope } from '#auth/scope.ts'
import { revokeOtherSessions } from '#auth/sessions/session-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { deleteLinks } from '#accounts/member-emails/store.ts'

/** Ends the sessions, pending logins and emailed links of a deactivated member: none works again after reactivation. */
export async function endAccess(tx: Tx, scope: Scope, memberUuid: string): Promise<void> {
  await revokeOtherSessions(tx, scope, { memberUuid, except: null })
  await deleteLinks(tx, scope, memberUuid)
}
