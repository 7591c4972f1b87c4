import { Problem } from '#platform/http/problem.ts'
import type { Caller } from './scope.ts'

/** How long after a login, or its confirmation, members change what lets them in. */
export const recentLoginMs = 10 * 60_000

/** For what changes how members log in: a session whose login is recent. Throws 403 for others and for API tokens. */
export function requireRecentLogin(by: Caller['by']): void {
  if (by.kind === 'token')
    throw new Problem(403, 'forbidden', 'API tokens cannot change how members log in. Use a session')
  requireRecentConfirmation(by)
}

/** Throws 403 when the session's member has to show first who they are. */
export function requireRecentConfirmation({ confirmedAt }: Pick<Caller['by'], 'confirmedAt'>): void {
  if (!confirmedAt || confirmedAt.getTime() + recentLoginMs < Date.now())
    throw new Problem(
      403,
      'loginTooOld',
      'Confirm your identity first: your login is too old for this change',
    )
}
