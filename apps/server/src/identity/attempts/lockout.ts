import { networkOf } from '#auth/network-of.ts'
import { limitOf, reserve, type Rejection } from '#auth/rate-limit.ts'
import { forgetAttempts } from '#auth/rate-limit-store.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'

interface Attempt {
  /** The account being attacked; undefined if the attempt names none, as with passkeys. */
  email?: string
  address: string
  /** Counted separately: a correct password must not reset wrong codes. */
  step?: 'password' | 'code' | 'passkey'
}

/** Low per person, higher per address, which may be shared by a whole company. */
const freeAttempts = { email: 5, address: 50 }

const tooManyAttempts: Rejection = { errorType: 'tooManyAttempts', message: 'Too many failed attempts' }

/**
 * Throttles guessing by the tried address and the client's network. Counters are stored in the database, so restarts do
 * not reset them, and unknown email addresses count like known ones. Attempts count as failed before they are checked,
 * so that concurrency gains nothing; successful ones are refunded. Throws 429.
 */
export async function withLockout<T>(db: Database, attempt: Attempt, tryIt: () => Promise<T>): Promise<T> {
  const { email, address, step = 'password' } = attempt
  const own = email === undefined ? [] : [limitOf(`${step} ${email.toLowerCase()}`, freeAttempts.email)]
  const limits = [...own, limitOf(`address ${networkOf(address)}`, freeAttempts.address)]
  const reservation = await reserve(db, limits, tooManyAttempts)
  try {
    const result = await tryIt()
    await reservation.refundAttempt()
    for (const { key } of own) await forgetAttempts(db, key)
    return result
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) await reservation.refundAttempt()
    throw error
  }
}
