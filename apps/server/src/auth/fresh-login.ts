import { Problem } from '../http/problem.ts'
import type { Caller } from './scope.ts'

/** How long after a login, or its confirmation, members change what lets them in. */
export const freshMs = 10 * 60_000

/** Throws 403 when the session's member has to show first who they are. */
export function checkFresh({ confirmedAt }: Pick<Caller['by'], 'confirmedAt'>): void {
  if (!confirmedAt || confirmedAt.getTime() + freshMs < Date.now())
    throw new Problem(403, 'loginTooOld', 'Your login is too old for this: confirm it first')
}
