import { expect, test } from 'vitest'
import { isNestedDeeper } from './json-depth.ts'

test.each([
  ['[[]]', false],
  ['[[[]]]', true],
  ['{"a":{"b":[]}}', true],
  ['[[],[],[[', true],
  ['[{},{},{}]', false],
  ['["[[[", "{{{"]', false],
  [String.raw`["\"[[["]`, false],
  [String.raw`["\\",[[]]]`, true],
  ['', false],
])('%s', (json, isDeeper) => {
  expect(isNestedDeeper(Buffer.from(json), 2)).toBe(isDeeper)
})
