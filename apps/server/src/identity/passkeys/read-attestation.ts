import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

/**
 * Removes the statement from an attestation object in base64url. The authenticator's vendor is not verified, and the
 * library would parse any number of certificates and fetch URLs in them. Throws for an invalid attestation object.
 */
export function readAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const without = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(without))
}
