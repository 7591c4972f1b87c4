import { networkOf } from '#auth/network-of.ts'
import { limitOf, reserve, type Refusal } from '#auth/rate-limit.ts'
import { forgetAttempts } from '#auth/rate-limit-store.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'

interface Attempt {
  /** Whose secret is guessed; undefined where the attempt names nobody, as with passkeys. */
  email?: string
  address: string
  /** Counted apart: a right password must not forgive wrong codes. */
  step?: 'password' | 'code' | 'passkey'
}

/** One person mistypes; one address may stand for a whole company. */
const freeAttempts = { email: 5, address: 50 }

const tooManyAttempts: Refusal = { errorType: 'tooManyAttempts', message: 'Too many failed attempts' }

/**
 * Slows down who guesses, by the address tried and by where the calls come from; kept in the database, so that a
 * restart forgives nothing. Unknown email addresses count like known ones. An attempt counts as failed before it is
 * looked at, so that many at once gain nothing; what was no wrong guess is given back. Throws 429.
 */
export async function withLockout<T>(db: Database, attempt: Attempt, tryIt: () => Promise<T>): Promise<T> {
  const { email, address, step = 'password' } = attempt
  const own = email === undefined ? [] : [limitOf(`${step} ${email.toLowerCase()}`, freeAttempts.email)]
  const limits = [...own, limitOf(`address ${networkOf(address)}`, freeAttempts.address)]
  const reservation = await reserve(db, limits, tooManyAttempts)
  try {
    const result = await tryIt()
    await reservation.giveBack()
    for (const { key } of own) await forgetAttempts(db, key)
    return result
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) await reservation.giveBack()
    throw error
  }
}
