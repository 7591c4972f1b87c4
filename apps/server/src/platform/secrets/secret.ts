import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A bearer secret: kind, account and row in the clear, so that the lookup starts at the account, then 32 random bytes
 * of which only the SHA-256 is stored.
 */
export interface Secret {
  accountUuid: string
  uuid: string
  hash: Uint8Array
}

export type SecretKind = 'session' | 'refresh' | 'token' | 'link' | 'challenge' | 'verification'
const prefixes: Record<SecretKind, string> = {
  session: 'asys_',
  refresh: 'asyr_',
  token: 'asyt_',
  link: 'asyl_',
  challenge: 'asyc_',
  verification: 'asyv_',
}
const lengthBytes = 64

export interface NewSecret {
  text: string
  hash: Uint8Array
}

export const makeSecret = (kind: SecretKind, accountUuid: string, uuid: string): NewSecret =>
  secretOf(kind, { accountUuid, uuid, random: randomBytes(32) })

/** From known random bytes. */
export function secretOf(
  kind: SecretKind,
  { accountUuid, uuid, random }: { accountUuid: string; uuid: string; random: Uint8Array },
): NewSecret {
  const body = Buffer.concat([uuidBytes(accountUuid), uuidBytes(uuid), random])
  return { text: prefixes[kind] + body.toString('base64url'), hash: sha256(random) }
}

/** The random part of a text accepted by readSecret. */
export const randomOf = (kind: SecretKind, text: string): Buffer =>
  Buffer.from(text.slice(prefixes[kind].length), 'base64url').subarray(lengthBytes - 32)

/** null if the text is not a secret of this kind. Validity is checked against its row. */
export function readSecret(kind: SecretKind, text: string): Secret | null {
  if (!text.startsWith(prefixes[kind]) || text.length > 120) return null
  const body = Buffer.from(text.slice(prefixes[kind].length), 'base64url')
  if (body.length !== lengthBytes) return null
  return {
    accountUuid: uuidText(body.subarray(0, 16)),
    uuid: uuidText(body.subarray(16, 32)),
    hash: sha256(body.subarray(32)),
  }
}

export const isSameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
export const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
export const uuidText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
