import { networkOf } from '#auth/limits/network-of.ts'
import { limitOf, reserve, type Rejection } from '#auth/limits/rate-limit.ts'
import { forgetAttempts, type Limit } from '#auth/limits/rate-limit-store.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'

interface Attempt {
  /** The account being attacked; undefined if the attempt names none, as with passkeys. */
  email?: string
  /** undefined if another attempt counts it. */
  address?: string
  /** The browser, if this address has logged in there: it is counted alone, whoever guesses elsewhere. */
  device?: string | null
  /** Counted separately: a correct password must not reset wrong codes. */
  step?: 'password' | 'code' | 'passkey' | 'saml'
}

/** Low per person, higher per client address, which a whole company may share. */
const freeAttempts = { email: 5, address: 50 }

/**
 * Any web page can make its visitors' browsers post SAML responses, so these do not block other logins from their
 * address.
 */
export const freeSamlResponses = 100

function limitsOfAddress({ address, step }: Attempt): Limit[] {
  if (address === undefined) return []
  const network = networkOf(address)
  return step === 'saml'
    ? [limitOf(`saml ${network}`, freeSamlResponses)]
    : [limitOf(`address ${network}`, freeAttempts.address)]
}

const nameOf = (email: string, device: string | null) =>
  device === null ? email.toLowerCase() : `device ${device} of ${email.toLowerCase()}`

const tooManyAttempts: Rejection = { errorType: 'tooManyAttempts', message: 'Too many failed attempts' }

/**
 * Throttles guessing by the tried address and the client's network. Counters are stored in the database, so restarts do
 * not reset them, and unknown email addresses count like known ones. Attempts count as failed before they are checked,
 * so that concurrency is no advantage; successful ones are refunded. Throws 429.
 */
export async function withLockout<T>(db: Database, attempt: Attempt, tryIt: () => Promise<T>): Promise<T> {
  const { email, step = 'password', device = null } = attempt
  const own = email === undefined ? [] : [limitOf(`${step} ${nameOf(email, device)}`, freeAttempts.email)]
  const limits = device === null ? [...own, ...limitsOfAddress(attempt)] : own
  const attempted = <E>(error: E): E => {
    if (error instanceof Problem) error.attempt = { credential: step, email }
    return error
  }
  const reservation = await reserve(db, limits, tooManyAttempts).catch((error: unknown) => {
    throw attempted(error)
  })
  try {
    const result = await tryIt()
    await reservation.refundAttempt()
    for (const { key } of own) await forgetAttempts(db, key)
    return result
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) await reservation.refundAttempt()
    throw attempted(error)
  }
}
