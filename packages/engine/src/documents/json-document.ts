import type { Issue, SourceDocument } from '../inventory.ts'

/** The value of a JSON document with what is odd about it, or why it has none. */
export type JsonDocument = { json: unknown; issues: Issue[] } | { json?: never; issues: Issue[] }

/** A document is first recognized and then read; it is parsed once. */
const parsed = new WeakMap<SourceDocument, JsonDocument>()

/** Decodes and parses a JSON document in UTF-8 (RFC 8259 §8.1), with or without a byte order mark. Never throws. */
export function readJson(document: SourceDocument): JsonDocument {
  const known = parsed.get(document)
  if (known) return known
  const result = parseJson(document)
  parsed.set(document, result)
  return result
}

/** Bytes that are no UTF-8 are replaced, with an issue. text is null for what is no such text. */
function decodeText({ path, bytes }: SourceDocument): { text: string | null; issues: Issue[] } {
  const refuse = (code: string, message: string) => ({ text: null, issues: [{ code, message, where: path }] })
  const [first, second] = bytes
  if (bytes.every(isBlank)) return refuse('document-empty', 'The file is empty.')
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return refuse('encoding-unsupported', 'The file is UTF-16: please save it as UTF-8.')
  }
  if (bytes.includes(0)) return refuse('document-binary', 'The file is binary, not text.')
  try {
    const text = new TextDecoder().decode(bytes)
    const isClean = !text.includes('\uFFFD') || isUtf8(bytes)
    return { text, issues: isClean ? [] : [replacedIssue(path)] }
  } catch (error) {
    // The longest string of the engine is shorter than the largest buffer.
    return refuse('document-too-large', `The file is too large to be read: ${messageOf(error)}.`)
  }
}

function parseJson(document: SourceDocument): JsonDocument {
  const { text, issues } = decodeText(document)
  if (text === null) return { issues }
  try {
    return { json: JSON.parse(text), issues }
  } catch (error) {
    // A SyntaxError, or a RangeError where nesting exhausts the stack.
    const message = `The file is not valid JSON: ${messageOf(error).slice(0, 200)}.`
    return { issues: [{ code: 'json-invalid', message, where: document.path }] }
  }
}

function replacedIssue(path: string): Issue {
  const message = 'Some bytes of the file are not valid UTF-8 and are shown as \uFFFD.'
  return { code: 'encoding-invalid', message, where: path }
}

/** The replacement character may also stand in the file itself. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
