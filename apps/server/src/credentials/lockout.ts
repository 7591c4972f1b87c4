import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { countFailure, findBlock, forgetFailures, type Limit } from './lockout-store.ts'

interface Attempt {
  email: string
  address: string
  /** Counted apart: a right password must not forgive wrong codes. */
  step?: 'password' | 'code'
}

/** One person mistypes; one address may stand for a whole company. */
const freeFailures = { email: 5, address: 50 }

/**
 * Slows down who guesses, by the address tried and by where the calls come from; kept in the database, so that a
 * restart forgives nothing. Unknown e-mail addresses count like known ones. Throws 429, and counts what try throws.
 */
export async function withLockout<T>(db: Database, attempt: Attempt, tryIt: () => Promise<T>): Promise<T> {
  const [email, address] = limitsOf(attempt)
  const seconds = await secondsBlocked(db, [email, address])
  if (seconds > 0)
    throw new Problem(429, 'tooManyAttempts', `Too many attempts failed. Try again in ${seconds} s`)
  try {
    const result = await tryIt()
    await forgetFailures(db, email.key)
    return result
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      for (const limit of [email, address]) await countFailure(db, limit)
    }
    throw error
  }
}

/**
 * Slows down who has letters mailed, so that nobody's mailbox is filled: each one asked for counts, for known and
 * unknown addresses alike. Throws 429.
 */
export async function limitLetters(db: Database, { email, address }: Omit<Attempt, 'step'>): Promise<void> {
  const limits = [
    { key: keyOf(`letter to ${email.toLowerCase()}`), free: freeFailures.email },
    { key: keyOf(`letter from ${address}`), free: freeFailures.address },
  ]
  const seconds = await secondsBlocked(db, limits)
  if (seconds > 0)
    throw new Problem(429, 'tooManyLetters', `Too many mails were asked for. Try again in ${seconds} s`)
  for (const limit of limits) await countFailure(db, limit)
}

/** 0 when none of the limits is reached. */
async function secondsBlocked(db: Database, limits: Limit[]): Promise<number> {
  const keys = limits.map(({ key }) => key)
  const until = await findBlock(db, keys)
  return until ? Math.ceil((until.getTime() - Date.now()) / 1000) : 0
}

const limitsOf = ({ email, address, step = 'password' }: Attempt): [Limit, Limit] => [
  { key: keyOf(`${step} ${email.toLowerCase()}`), free: freeFailures.email },
  { key: keyOf(`address ${address}`), free: freeFailures.address },
]

const keyOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()
