import type { Issue, SourceDocument } from '../inventory.ts'

/** A document's text with what is odd about it, or why it has none. */
export type TextDocument = { text: string; issues: Issue[] } | { text: null; issues: Issue[] }

/** Decodes UTF-8, with or without a byte order mark; bytes that are none are replaced, with an issue. Never throws. */
export function readText({ path, bytes }: SourceDocument): TextDocument {
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

/** For the end of a sentence: an error's message without its full stop, cut at 200 characters. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message.split('\n', 1)[0]!.replace(/\.$/, '') : String(error)).slice(
    0,
    200,
  )
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
