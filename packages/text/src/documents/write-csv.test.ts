import { expect, test } from 'vitest'
import { writeCsv } from './write-csv.ts'

const cases: readonly (readonly [string | number | boolean | null, string])[] = [
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [-1, '-1'],
  [false, 'false'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['MIT; BSD = 1-1', 'MIT; BSD = 1-1'],
  ['a=1', 'a=1'],
  // At the start.
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-2', "'-2"],
  ['@cmd', "'@cmd"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['"=1+1"', '"\'""=1+1"""'],
  // After a separator of other spreadsheets.
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a;"=1+1";b', '"a;\'""=1+1"";b"'],
  ['a;＝1', "a;'＝1"],
  ['a\t@b', "a\t'@b"],
  // After a line break.
  ['a\n+1', '"a\n\'+1"'],
  ['a\r\n＠b', '"a\r\n\'＠b"'],
]

test.each(cases)('%j is written as %j', (cell, written) => {
  expect(writeCsv([['a'], [cell, 'x']])).toBe(`a\r\n${written},x\r\n`)
})
