import { expect, test } from 'vitest'
import { splitList } from './split-list.ts'

test.each([
  ['', []],
  [' , \n', []],
  ['MIT', ['MIT']],
  [
    'MIT, Apache-2.0\nGPL-2.0-only WITH Classpath-exception-2.0',
    ['MIT', 'Apache-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ],
  ['MIT,MIT', ['MIT']],
])('%j is split into %j', (text, expected) => {
  expect(splitList(text)).toEqual(expected)
})
