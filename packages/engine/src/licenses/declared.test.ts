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

// As Debian, Trivy, PyPI and Alpine write them.
test.each([
  ['GPL-3.0, LGPL-3.0', 'GPL-3.0 AND LGPL-3.0'],
  ['GPL-3.0,LGPL-3.0', 'GPL-3.0 AND LGPL-3.0'],
  ['GPL-3.0; LGPL-3.0', 'GPL-3.0 AND LGPL-3.0'],
  ['GPL-3.0 and/or LGPL-3.0', 'GPL-3.0 AND LGPL-3.0'],
  ['MIT & Apache-2.0', 'MIT AND Apache-2.0'],
  ['AGPL-3.0 + MIT', 'AGPL-3.0 AND MIT'],
  ['GPL-3.0 LGPL-3.0', 'GPL-3.0 AND LGPL-3.0'],
  ['GPL/LGPL/Custom', 'GPL-1.0-or-later AND LGPL-2.0-or-later AND Custom'],
  ['MIT, ISC, and Zlib', 'MIT AND ISC AND Zlib'],
  ['MIT, ISC, or Zlib', 'MIT OR ISC OR Zlib'],
  ['MIT, ISC or Zlib', 'MIT AND (ISC OR Zlib)'],
  ['(GPL-2, LGPL-2.1) or MIT', 'GPL-2.0-only AND LGPL-2.1 OR MIT'],
  ['GPL-1+ or Artistic, and Expat', '(GPL-1.0-or-later OR Artistic-1.0-Perl) AND MIT'],
  ['LGPLv3+_or_GPLv2+', 'LGPL-3.0-or-later OR GPL-2.0-or-later'],
  ['GPL-2+-or-X11', 'GPL-2.0-or-later OR X11'],
  ['GPLv2 or later, MIT', 'GPL-2.0-or-later AND MIT'],
  ['GPL (>= 2, < 4), MIT', '(GPL-2.0-only OR GPL-3.0-only) AND MIT'],
  ['Apache License, Version 2.0, MIT', 'Apache-2.0 AND MIT'],
  [
    'GNU General Public License, version 2, with the classpath exception; MIT',
    'GPL-2.0-only WITH Classpath-exception-2.0 AND MIT',
  ],
  ['License :: OSI Approved :: MIT License, License :: OSI Approved :: BSD License', 'MIT AND BSD-3-Clause'],
  ['Mozilla Public License 2.0 (MPL 2.0); ISC License (ISCL)', 'MPL-2.0 AND ISC'],
  [
    'Apache License, Version 2.0 and Common Development And Distribution License (CDDL) Version 1.0',
    'Apache-2.0 AND CDDL-1.0',
  ],
  ['MIT, Our Own, Inc.', 'MIT AND Our Own, Inc.'],
  ['MIT, NOASSERTION', 'MIT AND NOASSERTION'],
])('%s is a list whose parts apply', (value, expression) => {
  expect(printed(value)).toBe(expression)
})

test.each([
  ['GPL-2+ with Autoconf exception', 'GPL-2.0-or-later WITH Autoconf-exception-2.0'],
  ['GPL-3+ with autoconf exception', 'GPL-3.0-or-later WITH Autoconf-exception-3.0'],
  ['GPL-3+-WITH-BISON-EXCEPTION', 'GPL-3.0-or-later WITH Bison-exception-2.2'],
  ['GPL-3+ with Bison-2.2 exception', 'GPL-3.0-or-later WITH Bison-exception-2.2'],
  ['GPL-3+ with GCC-Runtime-3.1 exception', 'GPL-3.0-or-later WITH GCC-exception-3.1'],
  ['GPL-2+-libtool-exception', 'GPL-2.0-or-later WITH Libtool-exception'],
  ['Apache-2.0 with LLVM exceptions', 'Apache-2.0 WITH LLVM-exception'],
  ['LGPL-2.1+ (with OpenSSL exception)', 'LGPL-2.1+ WITH AdditionRef-OpenSSL'],
  ['LGPLv2+ with exceptions and MIT', 'LGPL-2.0-or-later WITH AdditionRef-unnamed AND MIT'],
  ['GPL-2.0-only WITH LicenseRef-scancode-a', 'GPL-2.0-only WITH LicenseRef-scancode-a'],
])('%s has an exception', (value, expression) => {
  expect(printed(value)).toBe(expression)
  expect(licensesOf(read(value)).every(({ isKnown }) => isKnown)).toBe(true)
})

test.each([
  ['Dual License: GPL-2 or MIT', 'GPL-2.0-only OR MIT'],
  ['Dual-licensed under MIT or GPL-2.0', 'MIT OR GPL-2.0'],
  ['Dual BSD/GPL', 'BSD-3-Clause OR GPL-1.0-or-later'],
  ['Licensed under the terms of the MIT license', 'MIT'],
  ['Licensed under either of MIT or Apache-2.0 at your option', 'MIT OR Apache-2.0'],
  ['GPL-2 or MIT (dual licensed)', 'GPL-2.0-only OR MIT'],
  ['GPL 3 (see COPYING.txt)', 'GPL-3.0-only'],
])('%s has words around its licenses', (value, expression) => {
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
  'Foo, Bar',
  'Foo and/or Bar',
  'Licensed under our terms',
  'Permission to use, copy, modify, and distribute this software',
  'https://example.org/license',
  'https://example.org/MIT/ISC',
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
  expect(licensesOf(read('MIT, '.repeat(20_000)))).toHaveLength(20_000)
  for (const part of ['a: ', '(', 'MIT/', 'x, ', 'x and/or ', 'dual licensed under '])
    expect(() => read(part.repeat(20_000)), part).not.toThrow()
})

test('a list keeps each of its licenses', () => {
  const separators = fc.constantFrom(', ', '; ', ' and/or ', ' & ', ', and ')
  const ids = fc.constantFrom(...[...allLicenses()].map(([id]) => id))
  fc.assert(
    fc.property(fc.array(ids, { minLength: 2, maxLength: 5 }), separators, (listed, separator) => {
      const expression = read(listed.join(separator))
      expect(expression.kind).toBe('and')
      expect(licensesOf(expression).map(({ id }) => id)).toEqual(listed)
    }),
  )
})
