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
  const name = text.replaceAll(minimum, ' $1+')
  const known = parseExpression(name) ?? findByName(name) ?? parseLoosely(name.replaceAll(laterWords, '+'))
  return known ?? byUrl ?? unknownLicense(text)
}

/** 'GPL (>= 2)' */
const minimum = /\s*\(\s*>=\s*([\d.]+)\s*\)/g
/** Words after an 'or' that name no other license: 'GPLv2 or any later version'. */
const laterWords =
  /,?\s+or\s+(?:\(at your option\)\s+)?(?:any\s+)?(?:later|newer|greater|higher|above)(?:\s+versions?)?\b/gi

/** An expression with at least one recognized license: 'MIT OR The Foo License'. */
function parseLoosely(text: string): Expression | null {
  const expression = parseOperands(text, readLoosely)
  return expression && licensesOf(expression).some(({ isKnown }) => isKnown) ? expression : null
}

function readLoosely(words: readonly string[]): Expression | null {
  if (words.length === 0) return null
  const text = words.join(' ')
  return readLicense(words) ?? findByName(text) ?? readLater(text) ?? unknownLicense(text)
}

/** 'GNU GPL v2+', where only 'GNU GPL v2' has a name. */
function readLater(text: string): License | null {
  const license = text.endsWith('+') ? findByName(text.slice(0, -1)) : null
  return license?.kind === 'license' ? readLicense([`${license.id.replace(/-only$/, '')}-or-later`]) : null
}

function unknownLicense(text: string): License {
  return { kind: 'license', id: text, orLater: false, exception: null, isKnown: false }
}
