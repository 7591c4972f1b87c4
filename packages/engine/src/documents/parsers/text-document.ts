import type { Issue, SourceDocument } from '../../inventory.ts'

/** The text of a document and its issues, or the issues that explain why it has none. */
export type TextDocument = { text: string; issues: Issue[] } | { text: null; issues: Issue[] }

/**
 * Decodes UTF-8 with or without a byte order mark, and UTF-16 with one, as redirected PowerShell output has. Invalid
 * bytes are replaced, with an issue. Never throws.
 */
export function readText(document: SourceDocument): TextDocument {
  const { path, bytes } = document
  const reject = (code: string, message: string) => ({ text: null, issues: [{ code, message, where: path }] })
  if (isBlankDocument(document)) return reject('document-empty', 'The file is empty.')
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8' && bytes.includes(0))
    return reject('document-binary', 'The file is binary, not text.')
  try {
    const text = new TextDecoder(encoding).decode(bytes)
    if (text.includes('\0')) return reject('document-binary', 'The file is binary, not text.')
    const isClean = !text.includes('\uFFFD') || isValid(bytes, encoding)
    return { text, issues: isClean ? [] : [replacedIssue(path)] }
  } catch (error) {
    // The maximum length of a string is below that of a buffer.
    return reject('document-too-large', `The file is too large to be read: ${messageOf(error)}.`)
  }
}

/** Whether it is empty or has only whitespace. */
export const isBlankDocument = ({ bytes }: Pick<SourceDocument, 'bytes'>): boolean => bytes.every(isBlank)

/** The first 2,000 bytes without leading whitespace, for format detection. */
export const readStart = ({ bytes }: SourceDocument): string =>
  new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, 2000)).trimStart()

/** Detects the encoding by the byte order mark, which the decoder drops. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** For messages: an error's message without its full stop, truncated to 200 characters. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message.split('\n', 1)[0]!.replace(/\.$/, '') : String(error)
  // Parsers quote the unexpected character, which can be unstorable.
  return message.slice(0, 200).replaceAll('\0', '\uFFFD').toWellFormed()
}

function replacedIssue(path: string): Issue {
  const message = 'Some bytes of the file are not valid text and are shown as \uFFFD.'
  return { code: 'encoding-invalid', message, where: path }
}

/** Compares bytes, since U+FFFD can also be in the file itself. */
function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}
