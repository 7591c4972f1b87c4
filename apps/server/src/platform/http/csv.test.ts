import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
  ['-2', "'-2"],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(writeCsv([['a'], [text]])).toBe(`a\r\n${written}\r\n`)
})
