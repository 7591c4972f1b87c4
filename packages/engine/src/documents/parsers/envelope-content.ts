import type { SourceDocument } from '../../inventory.ts'
import { bytesOfBase64 } from './base64.ts'
import { readJson } from './json-document.ts'
import { isRecord, recordOf, textOf } from './json-value.ts'

// https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
// https://github.com/secure-systems-lab/dsse/blob/master/envelope.md

type Json = Record<string, unknown>

/** Whether it is a signed envelope (DSSE) with a statement. */
export const isEnvelope = (json: Json): boolean =>
  typeof json['payload'] === 'string' && /in-toto/.test(textOf(json['payloadType']))

export const isStatement = (json: Json): boolean => /in-toto/.test(textOf(json['_type']))

/** The statement (in-toto) of a Sigstore bundle, an envelope, or the statement itself; null if there is none. */
export function statementOf(json: unknown, path: string): Json | null {
  if (!isRecord(json)) return null
  if (isStatement(json)) return json
  const inner = payloadOf(json, path)
  const payload = inner && readJson(inner).json
  return isRecord(payload) && isStatement(payload) ? payload : null
}

/** The document within a bundle, an envelope or a statement; the document itself if it is none of them. */
export function unwrapDocument(document: SourceDocument): SourceDocument {
  const { path } = document
  const json = recordOf(readJson(document).json)
  const statement = statementOf(json, path)
  return statement ? predicateOf(statement, path) : (payloadOf(json, path) ?? document)
}

function payloadOf(json: Json, path: string): SourceDocument | null {
  const envelope = isRecord(json['dsseEnvelope']) ? json['dsseEnvelope'] : json
  if (typeof envelope['payloadType'] !== 'string') return null
  const bytes = bytesOfBase64(textOf(envelope['payload']))
  return bytes && { path, bytes }
}

/** Older versions of cosign put the document into a member, as text. */
export function predicateOf({ predicate }: Json, path: string): SourceDocument {
  const json: unknown = recordOf(predicate)['Data'] ?? predicate
  const text = typeof json === 'string' ? json : JSON.stringify(json ?? null)
  return { path, bytes: new TextEncoder().encode(text) }
}
