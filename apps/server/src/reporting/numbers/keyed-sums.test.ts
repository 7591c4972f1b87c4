import { expect, test } from 'vitest'
import { KeyedSums } from './keyed-sums.ts'

test('keys within and outside the range have their sums, and sums of 0 are omitted', () => {
  const sums = new KeyedSums({ from: 10, size: 5 })
  for (const key of [9, 10, 14, 15, -3, 10, 14, 15]) sums.add(key, key)
  sums.add(14, -28)
  sums.add(-3, 3)
  expect(sums.list().toSorted(([one], [other]) => one - other)).toEqual([
    [9, 9],
    [10, 20],
    [15, 30],
  ])
})
