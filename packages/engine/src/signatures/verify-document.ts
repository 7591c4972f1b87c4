import type { SourceDocument } from '../inventory.ts'
import { readJson } from '../documents/parsers/json-document.ts'
import { parseJsonLines } from '../documents/parsers/json-lines.ts'
import { isRecord } from '../documents/parsers/json-value.ts'
import { readText } from '../documents/parsers/text-document.ts'
import type { SignatureProblem, SignatureState } from '../vocabulary.ts'
import { readDetached, readEnvelope } from './envelope.ts'
import { readJsonSignature } from './json-signature.ts'
import { readPublicKey } from './public-keys.ts'
import type { Signed } from './signed.ts'
import { prepareRoot, type TrustedRoot } from './sigstore/trusted-root.ts'
import { furthest, type KeylessResult, type KeylessSigner } from './sigstore/verify-bundle.ts'

export interface TrustedKey {
  name: string
  /** Public key or certificate. */
  pem: string
}

/** Whose signatures count. */
export interface Trust {
  keys: readonly TrustedKey[]
  roots: readonly TrustedRoot[]
}

export interface SignatureCheck {
  state: SignatureState
  /** Names of the keys that signed all of the document. */
  keys: string[]
  /** Who signed all of it without a key of their own (Sigstore), as verified against a root. */
  signers: KeylessSigner[]
  /** null if verified or unsigned. */
  problem: {
    reason: SignatureProblem
    /** Who signed it, if only that they are not trusted is in the way. */
    signer: KeylessSigner | null
  } | null
}

/**
 * Verifies the signature of a document offline: an envelope (DSSE, in-toto, Sigstore bundle; of several lines, each), one
 * within a JSON document (JSF), or one in a bundle beside it. Only what is handed in is trusted. Never throws.
 */
export function verifyDocument(
  document: SourceDocument,
  trust: Trust,
  bundle: SourceDocument | null = null,
): SignatureCheck {
  try {
    return check(bundle ? [detachedOf(document, bundle)] : signaturesOf(document), trust)
  } catch (error) {
    // Nested deeper than the stack: no signature can be made of it.
    if (error instanceof RangeError) return unverified('bundle-invalid')
    throw error
  }
}

/**
 * Whether a document was changed after it was signed: the key or certificate that it brings along, or that stands beside
 * it (PEM), did not make its signature. Says nothing of who signed it. Never throws.
 */
export function isChangedAfterSigning(document: SourceDocument, certificate?: string): boolean {
  const keys = certificate === undefined ? [] : [{ name: '', pem: certificate }]
  const { state } = verifyDocument(document, { keys, roots: [] })
  const isKnownKey = certificate !== undefined && readPublicKey(certificate) !== null
  return state === 'changed' || (isKnownKey && state === 'unverified')
}

const nobody = { keys: [], signers: [], problem: null }
const unverified = (reason: SignatureProblem): SignatureCheck => ({
  ...nobody,
  state: 'unverified',
  problem: { reason, signer: null },
})

function check(parts: readonly (Signed | null)[], trust: Trust): SignatureCheck {
  const signed = parts.filter((part) => part !== null)
  if (signed.length === 0) return { ...nobody, state: 'unsigned' }
  if (signed.some(({ isChanged }) => isChanged)) return { ...unverified('content-changed'), state: 'changed' }
  if (signed.length < parts.length) return unverified('part-unsigned')
  const keys = keysOf(signed, trust)
  const { signers, problem } = keylessOf(signed, trust)
  if (keys.length + signers.length === 0) return { ...nobody, state: 'unverified', problem }
  return { state: 'verified', keys, signers, problem: null }
}

const keysOf = (parts: readonly Signed[], { keys }: Trust): string[] =>
  keys
    .map(({ name, pem }) => ({ name, key: readPublicKey(pem) }))
    .filter(({ key }) => key !== null && parts.every((part) => part.isSignedBy(key)))
    .map(({ name }) => name)

/** Of each root, the signers if it verifies all parts. */
function keylessOf(parts: readonly Signed[], { roots }: Trust): Pick<SignatureCheck, 'signers' | 'problem'> {
  const verifiers = parts.map(({ verifyKeyless }) => verifyKeyless).filter((verify) => verify !== null)
  if (verifiers.length < parts.length)
    return { signers: [], problem: { reason: 'key-unknown', signer: null } }
  const byRoot = roots.map(prepareRoot).map((root) => verifiers.map((verify) => verify(root)))
  const signers = byRoot.flatMap((results) => {
    const verified = results.flatMap((result) => ('signer' in result ? [result.signer] : []))
    return verified.length === results.length ? distinct(verified) : []
  })
  const failure = furthest(byRoot.flatMap((results) => results.filter(isProblem).slice(0, 1)))
  const problem =
    failure && isProblem(failure) ? failure.problem : { reason: 'no-root' as const, signer: null }
  return { signers, problem }
}

const isProblem = (result: KeylessResult) => 'problem' in result

/** Of several parts, the first of each signer. */
const distinct = (signers: readonly KeylessSigner[]): KeylessSigner[] => [
  ...new Map(signers.toReversed().map((each) => [`${each.issuer} ${each.subject}`, each])).values(),
]

/** As it was signed: the readers' text has characters replaced that cannot be stored. */
const signaturesOf = (document: SourceDocument): (Signed | null)[] =>
  parseJsonLines(readText(document).text ?? '').map((json) =>
    isRecord(json) ? (readEnvelope(json) ?? readJsonSignature(json)) : null,
  )

function detachedOf({ bytes }: SourceDocument, bundle: SourceDocument): Signed | null {
  const { json } = readJson(bundle)
  return isRecord(json) ? readDetached(json, bytes) : null
}
