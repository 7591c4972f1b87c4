import type { ErrorTypeWith } from '@assay/contract/error-types.ts'
import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import {
  countAttempt,
  type CountedAttempt,
  deleteOldAttempts,
  refundAttempt,
  type Limit,
  secondsBlocked,
} from './rate-limit-store.ts'

export interface Rejection {
  errorType: ErrorTypeWith<429>
  /** The exceeded limit: 'Too many failed attempts'. */
  message: string
}

/** An attempt, counted before anything about it is checked. */
export interface Reservation {
  /** Refunds an attempt that should not count. */
  refundAttempt(): Promise<void>
}

/** Only hashes of addresses are stored. */
export const limitOf = (name: string, free: number): Limit => ({
  key: createHash('sha256').update(name).digest(),
  free,
})

/** Counts an attempt against all limits, or none if one of them is exceeded. Throws 429. */
export async function reserve(
  db: Database,
  limits: readonly Limit[],
  rejection: Rejection,
): Promise<Reservation> {
  const counted: CountedAttempt[] = []
  const refundAll = async () => {
    for (const each of counted) await refundAttempt(db, each)
  }
  for (const limit of limits) {
    const attempt = await countAttempt(db, limit)
    if (!attempt) {
      await refundAll()
      throw await tooMany(db, limit, rejection)
    }
    counted.push(attempt)
  }
  await deleteOldAttempts(db)
  return { refundAttempt: refundAll }
}

async function tooMany(db: Database, { key }: Limit, { errorType, message }: Rejection): Promise<Problem> {
  const seconds = Math.max(1, Math.ceil(await secondsBlocked(db, key)))
  return new Problem(429, errorType, `${message}. Try again in ${seconds} s`).withRetryAfter(seconds)
}
