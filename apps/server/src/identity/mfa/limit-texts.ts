import { networkOf } from '#auth/limits/network-of.ts'
import { limitOf, reserve } from '#auth/limits/rate-limit.ts'
import type { Database } from '#platform/database/database.ts'

const free = { phone: 5, address: 50 }

/** Limits code messages by phone and by client network. Throws 429. */
export async function limitTexts(
  db: Database,
  { phone, address }: { phone: string; address: string },
): Promise<void> {
  const limits = [
    limitOf(`text to ${phone}`, free.phone),
    limitOf(`text from ${networkOf(address)}`, free.address),
  ]
  await reserve(db, limits, { errorType: 'tooManyAttempts', message: 'Too many codes were requested' })
}
