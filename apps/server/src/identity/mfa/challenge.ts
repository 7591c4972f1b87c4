import { factorTypes, type LoginChallenge } from '@assay/contract/credentials.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Actor } from '#auth/router/change.ts'
import { requireRecentConfirmation } from '#auth/sessions/recent-login.ts'
import { accountScope, type Caller, type Scope } from '#auth/scope.ts'
import { makeSecret, readSecret } from '#platform/secrets/secret.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import {
  findChallenge,
  insertChallenge,
  lockChallenge,
  consumeAttempt,
} from '#auth/sessions/login-challenge-store.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { methodsOf } from './factors.ts'
import { requiresMfa } from './store.ts'

/** The member whose factor a request concerns, authorized by a session or a login challenge. */
export interface Subject {
  scope: Scope
  memberUuid: string
  email: string
  /** The session, or the challenge of a login with a correct password. */
  by: { uuid: string; confirmedAt?: Date }
  /** null for a session. */
  challenge: { uuid: string; purpose: 'code' | 'setup' } | null
}

const lifetimeMs = 10 * 60_000
/** Wrong codes per challenge; the lockout counts across challenges. */
const attempts = 5

/** null if the password is sufficient. */
export async function challengeFor(
  { db, sms }: Pick<AppContext, 'db' | 'sms'>,
  { accountUuid, memberUuid }: { accountUuid: string; memberUuid: string },
): Promise<LoginChallenge | null> {
  const scope = accountScope(accountUuid)
  const methods = await methodsOf(db, scope, memberUuid)
  const mustSetUp = methods.length === 0
  if (mustSetUp && !(await requiresMfa(db, scope))) return null
  const uuid = randomUUID()
  const { text, hash } = makeSecret('challenge', accountUuid, uuid)
  const expiresAt = new Date(Date.now() + lifetimeMs)
  const purpose = mustSetUp ? 'setup' : 'code'
  await insertChallenge(db, scope, { uuid, memberUuid, hash, purpose, expiresAt })
  const settable = factorTypes.filter((each) => each !== 'sms' || sms)
  return {
    challenge: text,
    expiresInMs: lifetimeMs,
    mustSetUp,
    methods: mustSetUp ? settable : methods,
  }
}

/** Throws 401 without a session or a valid challenge. API tokens are neither. */
export async function subjectOf(
  db: Database,
  caller: Caller | null,
  challenge: string | undefined,
): Promise<Subject> {
  if (challenge === undefined) {
    if (caller?.by.kind !== 'session') throw new Problem(401, 'loginRequired', 'Login required')
    return subjectOfSession(caller)
  }
  const secret = readSecret('challenge', challenge)
  if (!secret) throw challengeEnded()
  const scope = accountScope(secret.accountUuid)
  const found = await findChallenge(db, scope, secret)
  if (!found) throw challengeEnded()
  const { memberUuid, email, purpose } = found
  const { uuid } = secret
  const by = { uuid, confirmedAt: new Date() }
  return { scope, memberUuid, email, by, challenge: { uuid, purpose: purpose as 'code' | 'setup' } }
}

/** In the subject's transaction. Throws 401 if the challenge has ended. */
export async function lockSubject(tx: Tx, { scope, memberUuid, challenge }: Subject): Promise<void> {
  await lockMember(tx, scope, memberUuid)
  if (challenge && !(await lockChallenge(tx, scope, challenge.uuid))) throw challengeEnded()
}

/** The subject in the audit log. */
export const actorOf = ({ scope, memberUuid, email, by, challenge }: Subject): Actor => ({
  accountUuid: scope.accountUuid,
  memberUuid,
  email,
  credential: challenge ? 'password' : `session ${by.uuid}`,
})

export const subjectOfSession = ({ scope, memberUuid, email, by }: Caller): Subject => ({
  scope: accountScope(scope.accountUuid),
  memberUuid,
  email,
  by,
  challenge: null,
})

/** May set up factors: a session with a recent login, or a login that requires a factor the member does not have. */
export function checkCanSetUp({ challenge, by }: Subject): void {
  if (challenge?.purpose === 'code') throw challengeEnded()
  requireRecentConfirmation(by)
}

/** Counts each attempt before the code is checked. */
export async function countAttempt(db: Database, { scope, challenge }: Subject): Promise<void> {
  if (challenge && !(await consumeAttempt(db, scope, { uuid: challenge.uuid, limit: attempts })))
    throw challengeEnded()
}

export const challengeEnded = () =>
  new Problem(401, 'challengeEnded', 'This login has expired or failed too often. Log in again')
