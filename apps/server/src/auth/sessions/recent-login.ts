import { Problem } from '#platform/http/problem.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Caller } from '#auth/scope.ts'

/** How recent a login must be to change authentication methods. */
export const recentLoginMs = 10 * 60_000

/** Requires a session with a recent login. Throws 403 otherwise, and for API tokens. */
export function requireRecentLogin(by: Caller['by']): void {
  if (by.kind === 'token') throw forbidden('Changing login methods', 'a login instead of an API token')
  requireRecentConfirmation(by)
}

/** Throws 403 if the member must reauthenticate first. */
export function requireRecentConfirmation({ confirmedAt }: Pick<Caller['by'], 'confirmedAt'>): void {
  if (!confirmedAt || confirmedAt.getTime() + recentLoginMs < Date.now())
    throw new Problem(
      403,
      'loginTooOld',
      'Confirm your identity first: your login is too old for this change',
    )
}
