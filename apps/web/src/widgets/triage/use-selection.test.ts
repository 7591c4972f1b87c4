import { expect, test } from 'vitest'
import { rangeOf } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd']

test('a range has the rows between both ends, whichever comes first', () => {
  expect(rangeOf(rows, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(rows, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(rows, 'c', 'c')).toEqual(['c'])
})

test('a range from a row that is not listed any more is the other row', () => {
  expect(rangeOf(rows, 'gone', 'c')).toEqual(['c'])
})
