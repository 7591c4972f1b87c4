import { expect, test } from 'vitest'
import { found } from './search-fields.ts'

const members = ['Ada Byron ada@example.org', 'Grace Hopper grace@example.org']

test.each([
  ['GRACE', ['Grace Hopper grace@example.org']],
  ['example byron', ['Ada Byron ada@example.org']],
  ['org', members],
  ['ada hopper', []],
])('%s finds the rows with all its words', (q, expected) => {
  expect(found(members, q, (text) => text)).toEqual(expected)
})
