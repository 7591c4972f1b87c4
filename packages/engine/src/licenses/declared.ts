import type { DeclaredLicense } from '../inventory.ts'
import { findByName } from './aliases.ts'
import { licensesOf, parseExpression, parseOperands, readLicense } from './expression.ts'
import type { Expression, License } from './expression.ts'
import { findByUrl } from './license-urls.ts'
import { findByRange, withLaterVersions, withoutLaterVersions } from './license-versions.ts'

/** Placeholders for an unknown license; 'UNKNOWN' is written by Python's build tools. */
const undeclared = /^(?:|NONE|NOASSERTION|UNKNOWN)$/i

/** Parses a declared license; null if none is declared. Unrecognized text is kept. */
export function readDeclared(license: DeclaredLicense): Expression | null {
  const text = license.value.trim()
  if (undeclared.test(text)) return null
  const byUrl = license.kind !== 'expression' && license.url ? findByUrl(license.url) : null
  const known = parseExpression(text) ?? findByName(text) ?? findByUrl(text) ?? readText(text)
  return known ?? byUrl ?? unknownLicense(text)
}

const bound = String.raw`(?:[<>]=?|==) ?\d[\d.]*`
const bounds = `${bound}(?: ?, ?${bound})*`
/** 'GPL (>= 2)', 'LGPL (>= 2.0, < 3)', 'GPL>=2' */
const range = new RegExp(String.raw` ?\( ?(${bounds}) ?\)| ?(?<![~^!<>=] ?)(${bounds})`, 'g')
/** Words after an 'or' that name no other license: 'GPLv2 or any later version'. */
const laterWords =
  /,? (?:or|and),? (?:\(?at your option\)?,? )?(?:any )?(?:later|newer|greater|higher|above)(?: versions?)?(?![\w-])/gi
/** R's 'MIT + file LICENSE'. */
const fileWords = / ?\+ ?file licen[cs]e\b/gi

function readText(text: string): Expression | null {
  const plain = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      range,
      (_, inner: string | undefined, bare: string) => ` {${(inner ?? bare).replaceAll(' ', '')}}`,
    )
    .replaceAll(laterWords, ' or-later')
    .replaceAll(fileWords, ' +file')
    .replaceAll(/\|{1,2}/g, ' or ')
  return readSlashes(plain) ?? recognized(parseOperands(plain, readLoosely))
}

/** 'MIT/Apache-2.0', as in Rust; a slash may also be part of one name. */
function readSlashes(text: string): Expression | null {
  const operands = text.split('/').flatMap((each) => readLoosely(each.trim().split(' ')) ?? [])
  const isChoice = operands.length > 1 && operands.every((each) => each.kind === 'license' && each.isKnown)
  return isChoice ? { kind: 'or', operands } : null
}

/** An expression with at least one recognized license: 'MIT OR The Foo License'. */
function recognized(expression: Expression | null): Expression | null {
  return expression && licensesOf(expression).some(({ isKnown }) => isKnown) ? expression : null
}

function readLoosely(words: readonly string[]): Expression | null {
  if (words.length === 0) return null
  const text = words.join(' ')
  return readLicense(words) ?? findByName(text) ?? readSuffix(words) ?? unknownLicense(text)
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
  const id = text.replaceAll(/ \{([^{}]*)\}/g, ' ($1)').replaceAll(' or-later', ' or later')
  return { kind: 'license', id, orLater: false, exception: null, isKnown: false }
}
