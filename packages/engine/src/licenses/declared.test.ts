import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDeclared } from './declared.ts'
import { licensesOf, parseExpression, printExpression } from './expression.ts'
import type { License } from './expression.ts'
import { choicesOf, compareDotted } from './family.ts'
import { allLicenses } from './spdx.ts'

const read = (value: string) => readDeclared({ kind: 'name', value })!
const printed = (value: string) => printExpression(read(value))

test.each([
  ['GPLv3 or later', 'GPL-3.0-or-later'],
  ['GNU GPL v2 or later', 'GPL-2.0-or-later'],
  ['GPLv2 or later', 'GPL-2.0-or-later'],
  ['GPLv2 and later', 'GPL-2.0-or-later'],
  ['GPL-2.0-only or later', 'GPL-2.0-or-later'],
  ['GPL-2.0-or-later or later', 'GPL-2.0-or-later'],
  ['AGPLv3 or later', 'AGPL-3.0-or-later'],
  ['LGPLv2.1 or later', 'LGPL-2.1-or-later'],
  ['GPL v2 or any later version', 'GPL-2.0-or-later'],
  ['GPL v2 or, at your option, any later version', 'GPL-2.0-or-later'],
  ['GPL 2 or newer', 'GPL-2.0-or-later'],
  ['GPL v3 or higher', 'GPL-3.0-or-later'],
  ['GPL v2 with classpath exception or later', 'GPL-2.0-or-later WITH Classpath-exception-2.0'],
  ['MIT or GPL 2 or later', 'MIT OR GPL-2.0-or-later'],
  ['GPLv2 only', 'GPL-2.0-only'],
])('%s has no second license to choose', (value, expression) => {
  expect(printed(value)).toBe(expression)
})

test.each([
  ['GPL (>= 2)', 'GPL-2.0-or-later'],
  ['GPL>=2', 'GPL-2.0-or-later'],
  ['LGPL (>= 2.1)', 'LGPL-2.1-or-later'],
  ['GPL (> 2)', 'GPL-3.0-or-later'],
  ['LGPL (> 2)', 'LGPL-2.1-or-later'],
  ['GPL (== 2)', 'GPL-2.0-only'],
  ['GPL (< 3)', 'GPL-1.0-only OR GPL-2.0-only'],
  ['LGPL (>= 2.0, < 3)', 'LGPL-2.0-only OR LGPL-2.1-only'],
  ['Mozilla Public License (>= 1.1)', 'MPL-1.1+'],
  ['Apache License (>= 2.0)', 'Apache-2.0+'],
])('%s is a range of versions', (value, expression) => {
  expect(printed(value)).toBe(expression)
})

test.each([
  ['GPL-2 | GPL-3', 'GPL-2.0-only OR GPL-3.0-only'],
  ['GPL (>= 2) | file LICENSE', 'GPL-2.0-or-later OR file LICENSE'],
  ['(MIT | ISC) and Zlib', '(MIT OR ISC) AND Zlib'],
  ['MIT + file LICENSE', 'MIT'],
  ['BSD_3_clause + file LICENCE', 'BSD-3-Clause'],
  ['GPL-3 + file LICENSE', 'GPL-3.0-only AND file LICENSE'],
  ['MIT/Apache-2.0/Unlicense', 'MIT OR Apache-2.0 OR Unlicense'],
  ['MPL 1.1/GPL 2.0/LGPL 2.1', 'MPL-1.1 OR GPL-2.0-only OR LGPL-2.1-only'],
  ['CDDL/GPLv2+CE', 'CDDL-1.0 OR GPL-2.0-only WITH Classpath-exception-2.0'],
  ['MIT License (MIT)', 'MIT'],
  ['http://www.opensource.org/licenses/mit-license.php', 'MIT'],
])('%s has several parts', (value, expression) => {
  expect(printed(value)).toBe(expression)
})

test.each([
  'Foo or later',
  'LicenseRef-x or later',
  'GPL only',
  'GPL-2.0-only+',
  'GPL (> 3)',
  'GPLv2 (>= 3)',
  'GPL (!= 2)',
  'GPL ~> 2',
  'MIT/Custom',
  'MIT, Apache-2.0',
  'MIT & Apache-2.0',
  'https://example.org/license',
])('%s is unclear and kept', (value) => {
  expect(read(value)).toMatchObject({ kind: 'license', id: value, isKnown: false })
})

describe('of the SPDX list', () => {
  const listed = [...allLicenses()]
  const anyCase = (text: string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((isUpper) =>
        isUpper.map((upper, at) => text.charAt(at)[upper ? 'toUpperCase' : 'toLowerCase']()).join(''),
      )

  test('every id and name is read in any case, also deprecated ones', () => {
    const texts = listed.flat()
    for (const text of texts) expectSame(text)
    fc.assert(fc.property(fc.constantFrom(...texts).chain(anyCase), expectSame))
  })

  test('later versions are of the same license, and not older', () => {
    const words = fc.constantFrom('+', ' or later', ' and later', ' or any later version')
    fc.assert(
      fc.property(fc.constantFrom(...listed), words, ([id], later) => {
        const before = choicesOf(parseExpression(id) as License)
        for (const license of licensesOf(read(id + later)).filter(({ isKnown }) => isKnown)) {
          const { family, versions, exception } = choicesOf(license)
          expect({ family, exception }).toEqual({ family: before.family, exception: before.exception })
          expect(versions.toSorted(compareDotted)[0]).toBe(before.versions[0])
        }
      }),
    )
  })

  const idsByText = Map.groupBy(
    listed.flatMap(([id, name]) => [
      { id, text: id },
      { id, text: name },
    ]),
    ({ text }) => text.toLowerCase(),
  )

  /** Some ids share a name with a deprecated one. */
  function expectSame(text: string): void {
    const expression = read(text)
    expect(expression, text).toMatchObject({ kind: 'license', isKnown: true })
    const listedAs = idsByText
      .get(text.toLowerCase())!
      .map(({ id }) => choicesOf(parseExpression(id) as License))
    expect(listedAs, text).toContainEqual(choicesOf(expression as License))
  }
})

test('a long text does not overflow the stack', () => {
  const text = `MIT${' + file LICENSE'.repeat(20_000)}`
  expect(read(text)).toMatchObject({ kind: 'license', isKnown: false })
})
