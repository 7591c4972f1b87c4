import { findInputIssue, isReservedKey } from '@assay/contract/input-rules.ts'
import { invalidFilter } from './scim-problem.ts'

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]

/** RFC 7644 §3.4.2.2. Attributes are lower-cased, without the schema URN; `a[b eq 1]` is parsed as `a.b eq 1`. */
export type Filter =
  | { op: 'and' | 'or'; filters: Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: 'pr'; attribute: string }
  | { op: Comparison; attribute: string; value: string | number | boolean | null }

const tokenPattern = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y
const deepest = 20

interface Reader {
  tokens: string[]
  position: number
  depth: number
}

/** Throws the SCIM error invalidFilter. */
export function parseFilter(text: string): Filter {
  const reader: Reader = { tokens: tokensOf(text), position: 0, depth: 0 }
  const filter = readOr(reader, '')
  if (reader.position < reader.tokens.length) throw invalidFilter(`"${peek(reader)}" is not expected`)
  return filter
}

/** 'urn:…:User:name.givenName' becomes 'name.givenname'; names are case-insensitive. */
export const attributeOf = (text: string): string => text.replace(/^urn:.*:(?=[^:]*$)/i, '').toLowerCase()

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  const end = text.trimEnd().length
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex
    const token = tokenPattern.exec(text)?.[1]
    if (token === undefined) throw invalidFilter(`It cannot be read from character ${at + 1} on`)
    tokens.push(token)
  }
  return tokens
}

const peek = ({ tokens, position }: Reader) => tokens[position]
const isNext = (reader: Reader, word: string) => peek(reader)?.toLowerCase() === word

function take(reader: Reader): string {
  const token = reader.tokens[reader.position++]
  if (token === undefined) throw invalidFilter('It ends too early')
  return token
}

function expect(reader: Reader, word: string): void {
  const token = take(reader)
  if (token !== word) throw invalidFilter(`"${word}" is expected instead of "${token}"`)
}

function readOr(reader: Reader, prefix: string): Filter {
  if (++reader.depth > deepest) throw invalidFilter('It is nested too deep')
  const filters = [readAnd(reader, prefix)]
  while (isNext(reader, 'or')) {
    take(reader)
    filters.push(readAnd(reader, prefix))
  }
  reader.depth--
  return filters.length === 1 ? filters[0]! : { op: 'or', filters }
}

function readAnd(reader: Reader, prefix: string): Filter {
  const filters = [readTerm(reader, prefix)]
  while (isNext(reader, 'and')) {
    take(reader)
    filters.push(readTerm(reader, prefix))
  }
  return filters.length === 1 ? filters[0]! : { op: 'and', filters }
}

function readTerm(reader: Reader, prefix: string): Filter {
  const token = take(reader)
  if (token === '(') return readUntil(reader, { prefix, end: ')' })
  if (token.toLowerCase() === 'not') {
    expect(reader, '(')
    return { op: 'not', filter: readUntil(reader, { prefix, end: ')' }) }
  }
  if (/^["[\])]/.test(token) || isReservedKey(attributeOf(token)))
    throw invalidFilter(`"${token}" is not an attribute`)
  const attribute = prefix + attributeOf(token)
  if (isNext(reader, '[')) {
    take(reader)
    return readUntil(reader, { prefix: `${attribute}.`, end: ']' })
  }
  return readComparison(reader, attribute)
}

function readUntil(reader: Reader, { prefix, end }: { prefix: string; end: string }): Filter {
  const filter = readOr(reader, prefix)
  expect(reader, end)
  return filter
}

function readComparison(reader: Reader, attribute: string): Filter {
  const op = take(reader).toLowerCase()
  if (op === 'pr') return { op, attribute }
  const comparison = comparisons.find((each) => each === op)
  if (!comparison) throw invalidFilter(`"${op}" is not an operator`)
  return { op: comparison, attribute, value: valueOf(take(reader)) }
}

function valueOf(token: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(/^(?:true|false|null)$/i.test(token) ? token.toLowerCase() : token)
    // Escapes could produce characters that are otherwise rejected.
    const isUsable = value === null || (typeof value !== 'object' && !findInputIssue(value))
    if (isUsable) return value as string | number | boolean | null
  } catch {
    // Reported below, like a value of another type.
  }
  throw invalidFilter(`"${token}" is not a value`)
}
