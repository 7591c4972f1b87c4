import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { licensesOf, parseExpression, printExpression } from './expression.ts'
import type { Expression } from './expression.ts'

const print = (text: string) => {
  const expression = parseExpression(text)
  return expression && printExpression(expression)
}

describe('parseExpression', () => {
  it.each([
    ['mit', 'MIT'],
    ['apache-2.0+', 'Apache-2.0+'],
    ['Apache-2.0-or-later', 'Apache-2.0+'],
    ['MPL-2.0-only', 'MPL-2.0'],
    ['GPL-2.0+', 'GPL-2.0+'],
    ['MIT or isc', 'MIT OR ISC'],
    ['MIT OR ISC AND Zlib', 'MIT OR ISC AND Zlib'],
    ['(MIT OR ISC) AND Zlib', '(MIT OR ISC) AND Zlib'],
    ['((MIT) AND (((ISC))))', 'MIT AND ISC'],
    ['gpl-2.0-only with classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['LicenseRef-Our.Own AND MIT', 'LicenseRef-Our.Own AND MIT'],
    ['DocumentRef-tool:LicenseRef-x', 'DocumentRef-tool:LicenseRef-x'],
    ['MIT WITH AdditionRef-patent', 'MIT WITH AdditionRef-patent'],
  ])('reads %s as %s', (text, expected) => expect(print(text)).toBe(expected))

  it.each([
    '',
    ' ',
    'NOASSERTION',
    'NONE',
    'UNLICENSED',
    'No-Such-License',
    'MIT MIT',
    'MIT AND',
    'OR MIT',
    'MIT And ISC',
    '(MIT',
    'MIT)',
    '()',
    ')(',
    '(MIT) ISC',
    'MIT (ISC)',
    'MIT +',
    'MIT WITH',
    'MIT WITH No-Such-Exception',
    '(MIT OR ISC) WITH Classpath-exception-2.0',
    'LicenseRef-',
    'LicenseRef-a b',
    'SEE LICENSE IN LICENSE.md',
  ])('rejects %j', (text) => expect(parseExpression(text)).toBeNull())

  it('limits the nesting of parentheses, but not the length', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}MIT${')'.repeat(depth)}`
    expect(print(nested(100))).toBe('MIT')
    expect(parseExpression(nested(101))).toBeNull()
    expect(parseExpression('('.repeat(1_000_000))).toBeNull()
    const long = parseExpression(`${'MIT AND '.repeat(100_000)}ISC`)
    expect(long && licensesOf(long)).toHaveLength(100_001)
  })

  it('parses what it prints', () => {
    const license = fc.constantFrom(
      'MIT',
      'Apache-2.0+',
      'GPL-3.0-only WITH GCC-exception-3.1',
      'LicenseRef-a',
    )
    const { text } = fc.letrec<{ text: string; group: string }>((tie) => ({
      text: fc.oneof({ depthSize: 'small' }, license, tie('group')),
      group: fc
        .tuple(fc.constantFrom(' AND ', ' OR '), fc.array(tie('text'), { minLength: 2, maxLength: 4 }))
        .map(([operator, parts]) => parts.map((part) => `(${part})`).join(operator)),
    }))
    fc.assert(
      fc.property(text, (each) => {
        const printed = print(each)
        expect(printed).not.toBeNull()
        expect(print(printed ?? '')).toBe(printed)
      }),
    )
  })

  it('never throws', () => {
    const token = fc.constantFrom('(', ')', 'AND', 'or', 'WITH', 'MIT', '+', 'GPL-2.0+', 'x', ':', '\u0000')
    const expressions = fc.oneof(
      fc.string(),
      fc.array(token).map((tokens) => tokens.join(' ')),
    )
    fc.assert(fc.property(expressions, (text) => isExpressionOrNull(parseExpression(text))))
  })
})

function isExpressionOrNull(value: Expression | null): boolean {
  return value === null || licensesOf(value).every(({ isKnown }) => isKnown)
}
