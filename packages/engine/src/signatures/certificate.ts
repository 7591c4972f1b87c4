import { X509Certificate } from 'node:crypto'
import { bytesOfBase64 } from '../documents/parsers/base64.ts'
import { listOf, recordOf, textOf } from '../documents/parsers/json-value.ts'
import { asVerifier } from './public-keys.ts'
import type { Signed } from './signed.ts'
import { verifyBundle } from './sigstore/verify-bundle.ts'

interface SignedBundle {
  json: Record<string, unknown>
  bytes: Uint8Array | null
}

/** What the certificate in a Sigstore bundle tells of its signature. */
export function byCertificate(
  bundle: SignedBundle,
  isSignedBy: Signed['isSignedBy'],
): Pick<Signed, 'isChanged' | 'verifyKeyless'> {
  const bytes = certificateOf(bundle.json)
  if (bytes === null) return { isChanged: false, verifyKeyless: null }
  const key = keyOf(bytes)
  return {
    isChanged: key !== null && !isSignedBy(key),
    verifyKeyless: (root) => verifyBundle(bundle, root),
  }
}

/** Versions up to 0.2 contain the chain, the signer's first. */
function certificateOf({ verificationMaterial }: Record<string, unknown>): Uint8Array | null {
  const { certificate, x509CertificateChain } = recordOf(verificationMaterial)
  const first = certificate ?? listOf(recordOf(x509CertificateChain)['certificates'])[0]
  const base64 = textOf(recordOf(first)['rawBytes'])
  return base64 === '' ? null : bytesOfBase64(base64)
}

function keyOf(certificate: Uint8Array) {
  try {
    return asVerifier(new X509Certificate(certificate).publicKey)
  } catch {
    return null
  }
}
