import type { DeclaredLicense } from '../inventory.ts'
import { findByName, findByUrl } from './aliases.ts'
import { licensesOf, parseExpression, parseOperands, readLicense } from './expression.ts'
import type { Expression, License } from './expression.ts'

/** Placeholders for an unknown license; 'UNKNOWN' is written by Python's build tools. */
const undeclared = /^(?:|NONE|NOASSERTION|UNKNOWN)$/i

/** Parses a declared license; null if none is declared. Unrecognized text is kept. */
export function readDeclared(license: DeclaredLicense): Expression | null {
  const text = license.value.trim()
  if (undeclared.test(text)) return null
  const byUrl = license.kind !== 'expression' && license.url ? findByUrl(license.url) : null
  return parseExpression(text) ?? findByName(text) ?? parseLoosely(text) ?? byUrl ?? unknownLicense(text)
}

/** An expression with at least one recognized license: 'MIT OR The Foo License'. */
function parseLoosely(text: string): Expression | null {
  const expression = parseOperands(text, readLoosely)
  return expression && licensesOf(expression).some(({ isKnown }) => isKnown) ? expression : null
}

function readLoosely(words: readonly string[]): Expression | null {
  if (words.length === 0) return null
  const text = words.join(' ')
  return readLicense(words) ?? findByName(text) ?? unknownLicense(text)
}

function unknownLicense(text: string): License {
  return { kind: 'license', id: text, orLater: false, exception: null, isKnown: false }
}
