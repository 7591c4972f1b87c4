import { hash, hashRaw, verify } from '@node-rs/argon2'

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Of what is not a password, yet short enough to be guessed: the same for the same salt, so that it can be looked up. */
export const slowHash = (text: string, salt: Uint8Array): Promise<Uint8Array> =>
  hashRaw(text, { ...cost, salt })

let decoy: Promise<string> | undefined

/** Takes the same time when there is no such user: then a decoy is checked and the answer is no. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no user has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== null && stored !== undefined
}
