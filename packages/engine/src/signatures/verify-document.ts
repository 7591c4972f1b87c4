import { isRecord } from '../documents/parsers/json-value.ts'
import { readText } from '../documents/parsers/text-document.ts'
import type { SourceDocument } from '../inventory.ts'
import type { SignatureState } from '../vocabulary.ts'
import { readEnvelope } from './envelope.ts'
import { readJsonSignature } from './json-signature.ts'
import { readPublicKey } from './public-keys.ts'
import type { Signed } from './signed.ts'

export interface TrustedKey {
  name: string
  /** Public key or certificate. */
  pem: string
}

export interface SignatureCheck {
  state: SignatureState
  /** Names of the keys that signed all of the document. */
  keys: string[]
}

/**
 * Verifies the signature of a document offline: an envelope (DSSE, in-toto, Sigstore bundle; of several lines, each) or
 * one within a JSON document (JSF). Only keys that are handed in count; certificates in a bundle do not. Never throws.
 */
export function verifyDocument(document: SourceDocument, trusted: readonly TrustedKey[]): SignatureCheck {
  try {
    return check(signaturesOf(document), trusted)
  } catch (error) {
    // Nested deeper than the stack: no signature can be made of it.
    if (error instanceof RangeError) return { state: 'unverified', keys: [] }
    throw error
  }
}

function check(parts: readonly (Signed | null)[], trusted: readonly TrustedKey[]): SignatureCheck {
  if (parts.every((part) => part === null)) return { state: 'unsigned', keys: [] }
  if (parts.some((part) => part?.isChanged)) return { state: 'changed', keys: [] }
  const keys = trusted
    .map(({ name, pem }) => ({ name, key: readPublicKey(pem) }))
    .filter(({ key }) => key !== null && parts.every((part) => part?.isSignedBy(key)))
    .map(({ name }) => name)
  return { state: keys.length === 0 ? 'unverified' : 'verified', keys }
}

/** As it was signed: the readers' text has characters replaced that cannot be stored. */
function signaturesOf(document: SourceDocument): (Signed | null)[] {
  const text = readText(document).text ?? ''
  const whole = parse(text)
  if (whole !== undefined) return [signatureOf(whole)]
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.map((line) => signatureOf(parse(line)))
}

const signatureOf = (json: unknown): Signed | null =>
  isRecord(json) ? (readEnvelope(json) ?? readJsonSignature(json)) : null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
