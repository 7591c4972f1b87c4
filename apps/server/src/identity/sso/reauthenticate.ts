import { z } from 'zod'
import type { ChangeBy } from '#auth/router/change.ts'
import { accountScope } from '#auth/scope.ts'
import { confirmSession } from '#auth/session-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { requiresMfa } from '#identity/mfa/store.ts'
import type { IdentityClaims } from './admit.ts'
import { findExternal } from './store.ts'

/** The session that a member wants to confirm with an identity provider; sealed while the browser is there. */
export const SessionToConfirm = z.object({
  accountUuid: z.uuid(),
  memberUuid: z.uuid(),
  uuid: z.uuid(),
  /** Epoch milliseconds. The provider must have asked for credentials later than this. */
  startedAt: z.number(),
})
export type SessionToConfirm = z.infer<typeof SessionToConfirm>

/** What the signed answer of a provider says. */
export type ProvedIdentity = Pick<
  IdentityClaims,
  'provider' | 'subject' | 'speaksFor' | 'hasSeveralFactors'
> & {
  /** When the provider last asked the person for credentials; null when it does not say. */
  authenticatedAt: Date | null
}

/** By how much the clocks of server and provider may differ. */
const clockToleranceMs = 60_000

/**
 * Confirms a session when the provider asked its member for credentials after the reauthentication began. Throws
 * Problem 403 when it did not, or when somebody else answered, and 401 when the session has ended meanwhile.
 */
export async function reauthenticate(
  change: ChangeBy,
  { session, proved }: { session: SessionToConfirm; proved: ProvedIdentity },
): Promise<void> {
  checkAskedAgain(session, proved)
  const { accountUuid, memberUuid, uuid } = session
  await change(async (tx) => {
    const email = await checkIsMember(tx, session, proved)
    const confirmedAt = new Date()
    if (!(await confirmSession(tx, accountScope(accountUuid), { uuid, memberUuid, confirmedAt })))
      throw new Problem(401, 'sessionEnded', sentences.sessionEnded)
    const by = { accountUuid, memberUuid, email, credential: `session ${uuid}` }
    return { result: null, by, action: 'reauthentication.confirm', after: { provider: proved.provider } }
  })
}

function checkAskedAgain({ startedAt }: SessionToConfirm, { authenticatedAt }: ProvedIdentity): void {
  const at = authenticatedAt?.getTime()
  if (at === undefined || at < startedAt - clockToleranceMs || at > Date.now() + clockToleranceMs)
    throw refuse('notAskedAgain')
}

/** The member's address. */
async function checkIsMember(tx: Tx, session: SessionToConfirm, proved: ProvedIdentity): Promise<string> {
  const { accountUuid, memberUuid } = session
  const found = await findExternal(tx, proved)
  const isReached = proved.speaksFor === null || proved.speaksFor === accountUuid
  if (!isReached || found?.accountUuid !== accountUuid || found.memberUuid !== memberUuid)
    throw refuse('otherPerson')
  if (!found.isAccountActive || found.status !== 'Active') throw refuse('memberInactive')
  if (!proved.hasSeveralFactors && (await requiresMfa(tx, accountScope(accountUuid))))
    throw refuse('secondFactorMissing')
  return found.email
}

/** Since when a login by a provider is known to be recent: never, when the provider does not say when it asked. */
export const confirmedAtOf = ({ authenticatedAt }: Pick<ProvedIdentity, 'authenticatedAt'>): Date =>
  new Date(Math.min(authenticatedAt?.getTime() ?? 0, Date.now()))

const sentences = {
  notAskedAgain:
    'The identity provider did not show that it asked you to sign in again, so your identity is not confirmed',
  otherPerson: 'The identity provider signed in somebody else, so your identity is not confirmed',
  memberInactive: 'This member is disabled',
  secondFactorMissing: 'The account requires a second factor, and the identity provider did not report one',
  sessionEnded: 'Your session ended while you were at the identity provider: log in again',
}

const refuse = (errorType: keyof typeof sentences) => new Problem(403, errorType, sentences[errorType])
