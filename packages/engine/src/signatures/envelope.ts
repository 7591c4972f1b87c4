import { isRecord, listOf, recordOf, textOf } from '../documents/parsers/json-value.ts'
import { bytesOfBase64 } from '../documents/parsers/base64.ts'
import { isSignedByKind } from './public-keys.ts'
import type { Signed } from './signed.ts'
import { byCertificate } from './certificate.ts'

/** A signed envelope (DSSE), alone or in a Sigstore bundle; null if it is none. */
export function readEnvelope(json: Record<string, unknown>): Signed | null {
  const envelope = isRecord(json['dsseEnvelope']) ? json['dsseEnvelope'] : json
  const payload = bytesOfBase64(textOf(envelope['payload']))
  const type = envelope['payloadType']
  if (payload === null || typeof type !== 'string') return null
  // An id of a key is a hint that nobody signs.
  const signatures = listOf(envelope['signatures'])
    .map((each) => bytesOfBase64(textOf(recordOf(each)['sig'])))
    .filter((bytes) => bytes !== null)
  return signatures.length === 0 ? null : signedBy(json, { data: encodeSigned(type, payload), signatures })
}

/** A Sigstore bundle with the signature of another file (`cosign sign-blob`); null if it is none. */
export function readDetached(json: Record<string, unknown>, bytes: Uint8Array): Signed | null {
  const signature = bytesOfBase64(textOf(recordOf(json['messageSignature'])['signature']))
  return signature && signedBy(json, { data: bytes, signatures: [signature], bytes })
}

interface SignedBytes {
  data: Uint8Array
  signatures: Uint8Array[]
  /** Of the other file. */
  bytes?: Uint8Array
}

function signedBy(json: Record<string, unknown>, { data, signatures, bytes }: SignedBytes): Signed {
  const isSignedBy: Signed['isSignedBy'] = (key) =>
    signatures.some((signature) => isSignedByKind(key, { data, signature }))
  return { isSignedBy, ...byCertificate({ json, bytes: bytes ?? null }, isSignedBy) }
}

/** https://github.com/secure-systems-lab/dsse/blob/master/protocol.md */
function encodeSigned(type: string, payload: Uint8Array): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text)
  const typeBytes = encode(type)
  const head = encode(`DSSEv1 ${typeBytes.length} ${type} ${payload.length} `)
  const data = new Uint8Array(head.length + payload.length)
  data.set(head)
  data.set(payload, head.length)
  return data
}
