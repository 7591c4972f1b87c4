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
  ['\t=1', "'\t'=1"],
  ['＝1+1', "'＝1+1"],
  ['"=1+1"', '"\'""=1+1"""'],
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a;"=1+1";b', '"a;\'""=1+1"";b"'],
  ['a\n+1', '"a\n\'+1"'],
  ['MIT; BSD = 1-1', 'MIT; BSD = 1-1'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(writeCsv([['a'], [text]])).toBe(`a\r\n${written}\r\n`)
})
