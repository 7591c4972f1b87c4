import type { Expression } from './expression.ts'

/** How the parts of a list are read: a name that may contain a comma, and any text. */
interface Readers {
  readName: (text: string) => Expression | null
  readPart: (text: string) => Expression | null
  unknown: (text: string) => Expression
}

/**
 * Reads 'GPL-3.0, LGPL-3.0', 'MIT; ISC', 'MIT & ISC', 'MIT + ISC' and 'GPL and/or MIT': every part applies, which hides nothing,
 * unless the commas are of a choice: 'MIT, ISC, or Zlib'. As in Debian's copyright files, a comma binds less than its
 * operators: 'GPL-1+ or Artistic, and Expat'. null if the text is no list or no part is recognized.
 * Source: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/#license-syntax
 */
export function readList(text: string, readers: Readers): Expression | null {
  const segments = splitList(text)
  if (segments.length < 2) return null
  const { operands, hasKnown } = readSegments(segments, readers)
  if (!hasKnown) return null
  const [only, second] = operands
  if (only && !second) return only
  return { kind: isChoice(segments) ? 'or' : 'and', operands }
}

interface Segment {
  /** What separates it from the one before: ',', ', or', '&'. */
  separator: string
  text: string
}

const separators = /[(){}]|\s*[,;]\s*(?:(?:and\s*\/\s*or|and|or|&)\s+)?|\s+and\s*\/\s*or\s+|\s+[&+]\s+/gi

/** Splits outside parentheses and the braces of version ranges. */
function splitList(text: string): Segment[] {
  const segments: Segment[] = []
  let [depth, start, separator] = [0, 0, '']
  const close = (end: number) => segments.push({ separator, text: text.slice(start, end).trim() })
  for (const { 0: token, index } of text.matchAll(separators)) {
    if (token === '(' || token === '{') depth++
    else if (token === ')' || token === '}') depth--
    else if (depth === 0) {
      close(index)
      separator = token.trim().toLowerCase()
      start = index + token.length
    }
  }
  close(text.length)
  return segments.filter((segment) => segment.text !== '')
}

/** 'MIT, ISC, or Zlib' */
function isChoice(segments: readonly Segment[]): boolean {
  const [, ...following] = segments.map(({ separator }) => separator)
  return following.at(-1)?.endsWith(' or') === true && following.every((each) => !/and|[&;+]$/.test(each))
}

/** 'GNU General Public License, version 2, with the classpath exception' is one name. */
const maxSegmentsOfName = 3

function readSegments(segments: readonly Segment[], { readName, readPart, unknown }: Readers) {
  const operands: Expression[] = []
  let hasKnown = false
  let unread = ''
  const keepUnread = () => {
    if (unread !== '') operands.push(unknown(unread))
    unread = ''
  }
  for (let at = 0; at < segments.length;) {
    const { read, length } = readLongest(segments.slice(at, at + maxSegmentsOfName), readName) ?? {
      read: readPart(segments[at]!.text),
      length: 1,
    }
    if (read) {
      keepUnread()
      operands.push(read)
      hasKnown = true
    } else unread += unread === '' ? segments[at]!.text : joined(segments[at]!)
    at += length
  }
  keepUnread()
  return { operands, hasKnown }
}

function readLongest(segments: readonly Segment[], readName: Readers['readName']) {
  for (let length = segments.length; length > 1; length--) {
    const [first, ...more] = segments.slice(0, length)
    const read = readName(`${first!.text}${more.map(joined).join('')}`)
    if (read) return { read, length }
  }
  return null
}

const joined = ({ separator, text }: Segment) =>
  /^[,;]/.test(separator) ? `${separator} ${text}` : ` ${separator} ${text}`
