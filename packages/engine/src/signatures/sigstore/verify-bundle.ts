import { bundleFromJSON, ValidationError } from '@sigstore/bundle'
import {
  type Signer,
  toSignedEntity,
  type TrustMaterial,
  VerificationError,
  Verifier,
} from '@sigstore/verify'
import { type SignatureProblem, signatureProblems } from '../../vocabulary.ts'
import { matchesWildcard } from '../../wildcard.ts'
import type { PreparedRoot, TrustedIdentity } from './trusted-root.ts'

/** Who signed, as verified against a root. */
export interface KeylessSigner {
  /** An address or URL. */
  subject: string
  /** URL of the identity provider. */
  issuer: string
  /** Name of the trusted root. */
  root: string
  /** Epoch ms: when a log or timestamp authority of the root saw the signature. */
  at: number
}

/** Why not. */
export interface KeylessProblem {
  reason: SignatureProblem
  /** If everything but their identity is verified. */
  signer: KeylessSigner | null
}

export type KeylessResult = { signer: KeylessSigner } | { problem: KeylessProblem }

/**
 * Verifies a Sigstore bundle that contains a certificate, offline: certificate chain and log, time, transparency log,
 * signature, identity. bytes: of what it signs, if it does not contain that. Never throws.
 * https://github.com/sigstore/architecture-docs/blob/main/client-spec.md
 */
export function verifyBundle(
  { json, bytes }: { json: Record<string, unknown>; bytes: Uint8Array | null },
  trusted: PreparedRoot,
): KeylessResult {
  const results = trusted.materials.map((material) => verifyWith({ json, bytes, material }, trusted))
  return results.find((each) => 'signer' in each) ?? furthest(results) ?? failed('no-root')
}

const failed = (reason: SignatureProblem, signer: KeylessSigner | null = null): KeylessResult => ({
  problem: { reason, signer },
})

/** The result that got furthest says most: the others are of roots that have nothing to do with the signature. */
export function furthest(results: readonly KeylessResult[]): KeylessResult | undefined {
  const stepOf = (result: KeylessResult) =>
    'signer' in result ? Infinity : signatureProblems.indexOf(result.problem.reason)
  return results.toSorted((a, b) => stepOf(b) - stepOf(a))[0]
}

interface Verification {
  json: Record<string, unknown>
  bytes: Uint8Array | null
  material: TrustMaterial
}

function verifyWith({ json, bytes, material }: Verification, trusted: PreparedRoot): KeylessResult {
  try {
    const bundle = bundleFromJSON(json)
    const entity = toSignedEntity(bundle, bytes ? Buffer.from(bytes) : undefined)
    const { identity } = verifierOf(material).verify(entity)
    return checkIdentity({ identity, at: signedAt(entity) }, trusted)
  } catch (error) {
    return failed(reasonOf(error))
  }
}

/** A root without logs, as that of GitHub's private repositories, relies on its timestamp authorities. */
const verifierOf = (material: TrustMaterial): Verifier =>
  new Verifier(material, {
    ctlogThreshold: Math.min(1, material.ctlogs.length),
    tlogThreshold: Math.min(1, material.tlogs.length),
    timestampThreshold: 1,
  })

function checkIdentity(
  { identity, at }: { identity: Signer['identity']; at: number },
  { name, identities }: PreparedRoot,
): KeylessResult {
  const subject = identity?.subjectAlternativeName ?? ''
  const signer = { subject, issuer: identity?.extensions?.issuer ?? '', root: name, at }
  return identities.some((each) => isSame(each, signer)) ? { signer } : failed('identity-unknown', signer)
}

const isSame = ({ subject, issuer }: TrustedIdentity, signer: KeylessSigner): boolean =>
  issuer === signer.issuer && signer.subject !== '' && matchesWildcard(subject, signer.subject)

/** The earliest of the verified times. A log's time is only verified by its promise. */
function signedAt({ timestamps }: ReturnType<typeof toSignedEntity>): number {
  const times = timestamps.flatMap((each) => {
    if (each.$case === 'timestamp-authority') return [each.timestamp.signingTime.getTime()]
    return each.tlogEntry.inclusionPromise ? [Number(each.tlogEntry.integratedTime) * 1000] : []
  })
  return Math.min(...times)
}

const reasons: Readonly<Record<VerificationError['code'], SignatureProblem>> = {
  NOT_IMPLEMENTED_ERROR: 'bundle-invalid',
  PUBLIC_KEY_ERROR: 'bundle-invalid',
  TIMESTAMP_ERROR: 'time-missing',
  CERTIFICATE_ERROR: 'certificate-untrusted',
  TLOG_ERROR: 'not-logged',
  TLOG_MISSING_INCLUSION_ERROR: 'not-logged',
  TLOG_INCLUSION_PROOF_ERROR: 'not-logged',
  TLOG_INCLUSION_PROMISE_ERROR: 'not-logged',
  TLOG_BODY_ERROR: 'log-entry-other',
  SIGNATURE_ERROR: 'content-changed',
}

/** Anything but the library's own errors comes from certificates and timestamps that it cannot parse. */
function reasonOf(error: unknown): SignatureProblem {
  if (error instanceof ValidationError)
    return error.fields.some((field) => field.includes('inclusionPro')) ? 'not-logged' : 'bundle-invalid'
  if (!(error instanceof VerificationError)) return 'bundle-invalid'
  if (/SCT/.test(error.message)) return 'certificate-not-logged'
  const cause: unknown = error.cause
  if (cause instanceof Error && /expired/.test(cause.message)) return 'certificate-expired'
  return reasons[error.code]
}
