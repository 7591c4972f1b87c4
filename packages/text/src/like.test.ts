import { expect, test } from 'vitest'
import { escapeLike } from './like.ts'

test.each([
  ['main', 'main'],
  ['50%', String.raw`50\%`],
  ['a_b', String.raw`a\_b`],
  [String.raw`a\%`, String.raw`a\\\%`],
  ['*', '*'],
])('%j is the pattern %j', (text, pattern) => {
  expect(escapeLike(text)).toBe(pattern)
})
