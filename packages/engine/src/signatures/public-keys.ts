import {
  constants,
  createHash,
  createPublicKey,
  type KeyObject,
  verify,
  type VerifyKeyObjectInput,
} from 'node:crypto'
import { ownProperty } from '../own-property.ts'

/** Reads a public key or certificate (PEM). null if it is none, of a kind that signs nothing here, or a private key. */
export function readPublicKey(pem: string): KeyObject | null {
  if (/PRIVATE KEY/.test(pem)) return null
  try {
    return asVerifier(createPublicKey(pem))
  } catch {
    return null
  }
}

/** The key, or null if it is of a kind that signs nothing here. */
export const asVerifier = (key: KeyObject): KeyObject | null =>
  ['ed25519', 'ec', 'rsa'].includes(key.asymmetricKeyType ?? '') ? key : null

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** What people compare: its kind ('ECDSA P-256') and the SHA-256 of its public part (SPKI) in hexadecimal digits. */
export function describePublicKey(pem: string): { kind: string; fingerprint: string } {
  const key = readPublicKey(pem)
  if (key === null) return { kind: '', fingerprint: '' }
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  const kinds: Readonly<Record<string, string>> = {
    ed25519: 'Ed25519',
    ec: `ECDSA ${ownProperty(curves, namedCurve) ?? namedCurve}`,
    rsa: `RSA ${modulusLength}`,
  }
  const spki = key.export({ type: 'spki', format: 'der' })
  return {
    kind: ownProperty(kinds, key.asymmetricKeyType ?? '') ?? '',
    fingerprint: createHash('sha256').update(spki).digest('hex'),
  }
}

/** Reads a key as JSON members: https://www.rfc-editor.org/rfc/rfc7517 */
export function readJsonWebKey(jwk: Record<string, unknown>): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return null
  }
}

interface Scheme {
  keyType: 'ed25519' | 'ec' | 'rsa'
  /** null: the scheme has its own. */
  hash: string | null
  options?: Omit<VerifyKeyObjectInput, 'key'>
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING }
const raw = { dsaEncoding: 'ieee-p1363' } as const

/** By the names of https://www.rfc-editor.org/rfc/rfc7518#section-3.1; none with a shared secret. */
const schemes = new Map<string, Scheme>([
  ['Ed25519', { keyType: 'ed25519', hash: null }],
  ['ES256', { keyType: 'ec', hash: 'sha256', options: raw }],
  ['ES384', { keyType: 'ec', hash: 'sha384', options: raw }],
  ['ES512', { keyType: 'ec', hash: 'sha512', options: raw }],
  ['RS256', { keyType: 'rsa', hash: 'sha256' }],
  ['RS384', { keyType: 'rsa', hash: 'sha384' }],
  ['RS512', { keyType: 'rsa', hash: 'sha512' }],
  ['PS256', { keyType: 'rsa', hash: 'sha256', options: pss }],
  ['PS384', { keyType: 'rsa', hash: 'sha384', options: pss }],
  ['PS512', { keyType: 'rsa', hash: 'sha512', options: pss }],
])

/** Whether the key made the signature, by an algorithm that the document names. */
export function isSignedBy(
  key: KeyObject,
  of: { algorithm: string; data: Uint8Array; signature: Uint8Array },
): boolean {
  const scheme = schemes.get(of.algorithm)
  return scheme !== undefined && scheme.keyType === key.asymmetricKeyType && isValid(key, scheme, of)
}

const hashOfCurve = new Map([
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
])

/** The same where the document names no algorithm: by the kind of the key, as cosign and in-toto sign. */
export function isSignedByKind(key: KeyObject, of: { data: Uint8Array; signature: Uint8Array }): boolean {
  const hash = hashOfCurve.get(key.asymmetricKeyDetails?.namedCurve ?? '') ?? 'sha256'
  const candidates: Record<Scheme['keyType'], Scheme[]> = {
    ed25519: [{ keyType: 'ed25519', hash: null }],
    ec: [
      { keyType: 'ec', hash },
      { keyType: 'ec', hash, options: raw },
    ],
    rsa: [
      { keyType: 'rsa', hash },
      { keyType: 'rsa', hash, options: pss },
    ],
  }
  const kind = key.asymmetricKeyType as Scheme['keyType']
  return candidates[kind].some((scheme) => isValid(key, scheme, of))
}

function isValid(
  key: KeyObject,
  { hash, options }: Scheme,
  { data, signature }: { data: Uint8Array; signature: Uint8Array },
): boolean {
  try {
    return verify(hash, data, { key, ...options }, signature)
  } catch {
    return false
  }
}
