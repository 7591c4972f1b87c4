import { z } from 'zod'
import type { ChangeBy } from '#auth/router/change.ts'
import { accountScope } from '#auth/scope.ts'
import { confirmSession } from '#auth/sessions/session-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { requiresMfa } from '#identity/mfa/store.ts'
import type { IdentityClaims } from './resolve-member.ts'
import { findExternal } from './store.ts'

/** The session to reauthenticate with an identity provider; sealed in the browser. */
export const SessionToConfirm = z.object({
  accountUuid: z.uuid(),
  memberUuid: z.uuid(),
  uuid: z.uuid(),
  /** Epoch ms. The provider must have authenticated the person after this. */
  startedAt: z.number(),
})
export type SessionToConfirm = z.infer<typeof SessionToConfirm>

/** Contents of the provider's signed response. */
export type ProvedIdentity = Pick<
  IdentityClaims,
  'provider' | 'subject' | 'providerAccountUuid' | 'isMultiFactor'
> & {
  /** When the provider last authenticated the person; null if unknown. */
  authenticatedAt: Date | null
}

/** Allowance for clock skew. */
const clockToleranceMs = 60_000

/**
 * Confirms a session if the provider authenticated its member after the start. Throws Problem 403 if it did not or
 * authenticated somebody else, 401 if the session has ended.
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
    throw reject('notAskedAgain')
}

/** The member's address. */
async function checkIsMember(tx: Tx, session: SessionToConfirm, proved: ProvedIdentity): Promise<string> {
  const { accountUuid, memberUuid } = session
  const found = await findExternal(tx, proved)
  const isReached = proved.providerAccountUuid === null || proved.providerAccountUuid === accountUuid
  if (!isReached || found?.accountUuid !== accountUuid || found.memberUuid !== memberUuid)
    throw reject('otherPerson')
  if (!found.isAccountActive || found.status !== 'Active') throw reject('memberInactive')
  if (!proved.isMultiFactor && (await requiresMfa(tx, accountScope(accountUuid))))
    throw reject('secondFactorMissing')
  return found.email
}

/** When a provider login counts as recent: never, if the provider does not report the authentication time. */
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

const reject = (errorType: keyof typeof sentences) => new Problem(403, errorType, sentences[errorType])
