import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

/**
 * An attestation object without its statement, in base64url. Who made the authenticator is not asked; the library would
 * parse the certificates of the statement, as many as there are, and fetch the addresses in them.
 * Throws for what is no attestation object.
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
