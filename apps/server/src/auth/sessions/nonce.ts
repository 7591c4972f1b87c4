import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { consume } from './nonce-store.ts'
import { isSameHash } from '#platform/secrets/secret.ts'
import type { Vault } from '#platform/secrets/vault.ts'

const lifetimeMs = 5 * 60_000
const randomLength = 16
const bodyLength = randomLength + 8

/**
 * A stateless nonce: random bytes with expiry and MAC, bound to a purpose: 'passkey login', 'saml', or the member who
 * registers a passkey.
 */
export function createNonce(vault: Vault, purpose: string): Uint8Array<ArrayBuffer> {
  const until = Buffer.alloc(8)
  until.writeBigUInt64BE(BigInt(Date.now() + lifetimeMs))
  const body = Buffer.concat([randomBytes(randomLength), until])
  return Uint8Array.from(Buffer.concat([body, vault.hmac(...markedOf(body, purpose))]))
}

/** Consumes a nonce. Returns whether it was issued for this purpose, has not expired and was unused. */
export async function consumeNonce(
  { db, vault }: { db: Database; vault: Vault },
  text: string,
  purpose: string,
): Promise<boolean> {
  const bytes = Buffer.from(text, 'base64url')
  const body = bytes.subarray(0, bodyLength)
  const marks = vault.hmacs(...markedOf(body, purpose))
  if (!marks.some((mark) => isSameHash(bytes.subarray(bodyLength), mark))) return false
  const until = Number(body.readBigUInt64BE(randomLength))
  if (until < Date.now()) return false
  return consume(db, createHash('sha256').update(body).digest(), new Date(until))
}

/** Returns whether a text with this expiry is used for the first time. */
export const consumeText = (db: Database, text: string, until: Date): Promise<boolean> =>
  consume(db, createHash('sha256').update(text).digest(), until)

const markedOf = (body: Buffer, purpose: string) =>
  [body.toString('base64url'), `one-time ${purpose}`] as const
