import { hash, hashRaw, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { createHashSlots } from './hash-slots.ts'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes share libuv's four threads with file and DNS operations: one thread is left free. Queued hashes complete
 * within a few seconds.
 */
const inSlot = createHashSlots({ slots: Math.max(1, Math.min(3, availableParallelism())), maxWaiting: 100 })

/** Throws 503 if too many hashes are queued, like the other functions here. */
export const hashPassword = (password: string): Promise<string> => inSlot(() => hash(password, cost))

/** Deterministic hash for short secrets other than passwords, so that they can be looked up. */
export const slowHash = (text: string, salt: Uint8Array): Promise<Uint8Array> =>
  inSlot(() => hashRaw(text, { ...cost, salt }))

let decoy: Promise<string> | undefined

/** Takes the same time for unknown users: verifies a decoy and returns false. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no user has this password', cost)
  const encoded = stored ?? (await decoy)
  const matches = await inSlot(() => verify(encoded, password))
  return matches && stored !== null && stored !== undefined
}
