import type { DeclaredLicense } from '../inventory.ts'
import { findByName } from './aliases.ts'
import { licensesOf, parseExpression, parseOperands, readLicense } from './expression.ts'
import type { Expression, License } from './expression.ts'
import { readException } from './license-exceptions.ts'
import { readList } from './license-lists.ts'
import { markWords, restoreParentheses, restoreWords, withoutPhrases } from './license-phrases.ts'
import { findByUrl } from './license-urls.ts'
import { findByRange, withLaterVersions, withoutLaterVersions } from './license-versions.ts'

/** Placeholders for an unknown license; 'UNKNOWN' is written by Python's build tools. */
const undeclared = /^(?:|NONE|NOASSERTION|UNKNOWN)$/i

/** Whether it declares a license, recognized or not. */
export const isDeclared = ({ value }: DeclaredLicense): boolean => !undeclared.test(value.trim())

/** Parses a declared license; null if none is declared. Unrecognized text is kept. */
export function readDeclared(license: DeclaredLicense): Expression | null {
  const text = license.value.trim()
  if (!isDeclared(license)) return null
  const byUrl = license.kind !== 'expression' && license.url ? findByUrl(license.url) : null
  return readText(text) ?? byUrl ?? unknownLicense(text)
}

/** null if nothing is recognized. Unrecognized parts beside recognized ones are kept. */
function readText(text: string): Expression | null {
  const stated = withoutPhrases(text)
  return readExact(text) ?? readExact(stated) ?? readMarked(markWords(stated))
}

const readExact = (text: string) => parseExpression(text) ?? findByName(text) ?? findByUrl(text)

const readMarked = (text: string): Expression | null =>
  readSlashes(text) ?? readList(text, parts) ?? recognized(parseOperands(text, readLoosely))

const parts = {
  readName,
  readPart(text: string): Expression | null {
    const stated = withoutPhrases(text)
    return readExact(restoreParentheses(stated)) ?? readMarked(stated)
  },
  unknown: unknownLicense,
}

/**
 * 'MIT/Apache-2.0' is a choice, as in Rust. With text that is not recognized, two licenses and more all apply; beside
 * one, a slash may be part of a name or of a path.
 */
function readSlashes(text: string): Expression | null {
  if (text.includes('://')) return null
  const operands = text.split('/').flatMap((each) => readLoosely(each.trim().split(' ')) ?? [])
  const known = operands.filter((each) => each.kind === 'license' && each.isKnown)
  if (known.length < 2) return null
  return { kind: known.length === operands.length ? 'or' : 'and', operands }
}

/** An expression with at least one recognized license: 'MIT OR The Foo License'. */
function recognized(expression: Expression | null): Expression | null {
  return expression && licensesOf(expression).some(({ isKnown }) => isKnown) ? expression : null
}

function readLoosely(words: readonly string[]): Expression | null {
  if (words.length === 0) return null
  const text = restoreParentheses(words.join(' '))
  return readName(text) ?? readWords(words) ?? readList(text, parts) ?? unknownLicense(text)
}

/** A license by its id or name, with the words for later versions and exceptions. */
function readName(text: string): Expression | null {
  return (
    readPlainName(text.split(' ')) ??
    readException(text, (name) => {
      const license = readPlainName(name.split(' '))
      return license?.kind === 'license' && license.isKnown ? license : null
    })
  )
}

const readPlainName = (words: readonly string[]): Expression | null =>
  readLicense(words) ?? findByName(words.join(' ')) ?? readSuffix(words)

/** 'MIT ISC', as in Alpine's packages: ids alone. */
function readWords(words: readonly string[]): Expression | null {
  const operands = words.flatMap((word) => readLicense([word]) ?? [])
  return operands.length > 1 && operands.length === words.length ? { kind: 'and', operands } : null
}

/** Text after the name of a license. */
function readSuffix(words: readonly string[]): Expression | null {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  if (last === '+file') return before.includes(last) ? null : withFile(readLoosely(before))
  if (last.startsWith('{')) return findByRange(before.join(' '), last.slice(1, -1))
  if (last === 'or-later') return ifNamed(before, withLaterVersions)
  if (last.toLowerCase() === 'only') return ifNamed(before, withoutLaterVersions)
  // 'GPL-2.0-only+' contradicts itself.
  if (!last.endsWith('+') || /only\+$/i.test(last)) return null
  return ifNamed([...before, last.slice(0, -1)], withLaterVersions)
}

function ifNamed(words: readonly string[], change: (license: License) => License | null): License | null {
  const read = readLicense(words) ?? findByName(words.join(' '))
  return read?.kind === 'license' ? change(read) : null
}

/** Their file contains only the year and the holder: https://cran.r-project.org/doc/manuals/R-exts.html#Licensing */
const templates = new Set(['MIT', 'BSD-2-Clause', 'BSD-3-Clause'])

/** For other licenses, the file contains additional terms. */
function withFile(base: Expression | null): Expression | null {
  if (base === null || (base.kind === 'license' && templates.has(base.id))) return base
  return { kind: 'and', operands: [base, unknownLicense('file LICENSE')] }
}

function unknownLicense(text: string): License {
  return { kind: 'license', id: restoreWords(text), orLater: false, exception: null, isKnown: false }
}
