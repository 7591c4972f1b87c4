import { hash, hashRaw, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { createHashSlots } from './hash-slots.ts'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes share libuv's four threads with files, names and compression: one thread stays free for those. What waits is
 * done within a few seconds.
 */
const inSlot = createHashSlots({ slots: Math.max(1, Math.min(3, availableParallelism())), maxWaiting: 100 })

/** Like all of this file, throws 503 when too many hashes wait already. */
export const hashPassword = (password: string): Promise<string> => inSlot(() => hash(password, cost))

/** Of what is not a password, yet short enough to be guessed: the same for the same salt, so that it can be looked up. */
export const slowHash = (text: string, salt: Uint8Array): Promise<Uint8Array> =>
  inSlot(() => hashRaw(text, { ...cost, salt }))

let decoy: Promise<string> | undefined

/** Takes the same time when there is no such user: then a decoy is checked and the answer is no. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no user has this password', cost)
  const encoded = stored ?? (await decoy)
  const matches = await inSlot(() => verify(encoded, password))
  return matches && stored !== null && stored !== undefined
}
