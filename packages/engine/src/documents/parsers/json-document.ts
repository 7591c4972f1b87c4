import type { Issue, SourceDocument } from '../../inventory.ts'
import { cleanParsed } from './storable-text.ts'
import { messageOf, readText } from './text-document.ts'

/** The value of a JSON document and its issues, or the issues that explain why it has none. */
export type JsonDocument = { json: unknown; issues: Issue[] } | { json?: never; issues: Issue[] }

/** Format detection and reader use the same parsed value. */
const parsed = new WeakMap<SourceDocument, JsonDocument>()

/** Decodes and parses a JSON document in UTF-8 (RFC 8259 §8.1), with or without a byte order mark. Never throws. */
export function readJson(document: SourceDocument): JsonDocument {
  const known = parsed.get(document)
  if (known) return known
  const result = parseJson(document)
  parsed.set(document, result)
  return result
}

function parseJson(document: SourceDocument): JsonDocument {
  const { text, issues } = readText(document)
  if (text === null) return { issues }
  try {
    const clean = cleanParsed(JSON.parse(text), text, document.path)
    return { json: clean.json, issues: [...issues, ...clean.issues] }
  } catch (error) {
    // A SyntaxError, or a RangeError if nesting exhausts the stack.
    const message = `The file is not valid JSON: ${messageOf(error)}.`
    return { issues: [{ code: 'json-invalid', message, where: document.path }] }
  }
}
