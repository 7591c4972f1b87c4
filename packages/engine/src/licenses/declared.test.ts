import { expect, test } from 'vitest'
import { readDeclared } from './declared.ts'
import { printExpression } from './expression.ts'

const printed = (value: string) => printExpression(readDeclared({ kind: 'name', value })!)

test.each([
  ['GPLv3 or later', 'GPL-3.0-or-later'],
  ['GNU GPL v2 or later', 'GPL-2.0-or-later'],
  ['GPLv2 or later', 'GPL-2.0-or-later'],
  ['AGPLv3 or later', 'AGPL-3.0-or-later'],
  ['LGPLv2.1 or later', 'LGPL-2.1-or-later'],
  ['GPL v2 or any later version', 'GPL-2.0-or-later'],
  ['GPL 2 or newer', 'GPL-2.0-or-later'],
  ['GPL v3 or higher', 'GPL-3.0-or-later'],
  ['GPL (>= 2)', 'GPL-2.0-or-later'],
  ['LGPL (>= 2.1)', 'LGPL-2.1-or-later'],
  ['MIT or GPL 2 or later', 'MIT OR GPL-2.0-or-later'],
])('%s has no second license to choose', (value, expression) => {
  expect(printed(value)).toBe(expression)
})

test('a text without a known license is kept', () => {
  expect(printed('Foo or later')).toBe('Foo or later')
})
