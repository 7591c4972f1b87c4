import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

export interface JsonSignature {
  algorithm: 'Ed25519'
  /** RFC 7517. */
  publicKey: { kty: string; crv: string; x: string }
  /** Base64url. */
  value: string
}

/**
 * The document with its signature within (JSF), which the named public key verifies; `assay sbom verify` does.
 * key: Ed25519, in PEM. https://cyberphone.github.io/doc/security/jsf.html
 */
export function signJson<Document extends object>(
  document: Document,
  key: string,
): Document & { signature: JsonSignature } {
  const privateKey = createPrivateKey(key)
  const { kty = '', crv = '', x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const signature = { algorithm: 'Ed25519' as const, publicKey: { kty, crv, x } }
  const value = sign(null, Buffer.from(canonicalJson({ ...document, signature })), privateKey)
  return { ...document, signature: { ...signature, value: value.toString('base64url') } }
}
