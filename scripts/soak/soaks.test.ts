import { expect, test } from 'vitest'
import { addSlice, nextSlice, nothingDone, rowOf, type Soak, withRow } from './soaks.ts'

const soak: Soak = { name: 'chaos', unit: 'rounds', total: 50, slice: 20, command: () => [] }
const run = { day: '2026-01-02', commit: 'abc1234' }
const table = 'Text\n\n| day | commit | soak | amount | duration | outcome |\n|---|---|---|---|---|---|\n'

test('a soak continues where it was stopped, until all is done', () => {
  const seen = []
  let done = nothingDone
  for (let slice = nextSlice(soak, { done, seed: 7 }); slice; slice = nextSlice(soak, { done, seed: 7 })) {
    seen.push(slice)
    done = addSlice(done, { amount: slice.amount, seconds: 60, failures: [] })
  }
  expect(seen).toEqual([
    { amount: 20, seed: 7 },
    { amount: 20, seed: 8 },
    { amount: 10, seed: 9 },
  ])
  expect(rowOf(soak, done, run)).toBe('| 2026-01-02 | abc1234 | chaos | 50 rounds | 3 min | no failure |')
})

test('the row of a soak that was stopped says how much of it ran, and what failed', () => {
  const one = addSlice(nothingDone, { amount: 20, seconds: 60, failures: [] })
  const two = addSlice(one, { amount: 20, seconds: 30, failures: ['FAILED x', 'FAILED y'] })
  expect(two.failures).toEqual(['FAILED x', 'FAILED y'])
  expect(rowOf(soak, two, run)).toBe(
    '| 2026-01-02 | abc1234 | chaos | 40 of 50 rounds | 2 min | 1 of 2 parts failed |',
  )
})

test('a run has one row for each soak, before those of earlier runs', () => {
  const first = withRow(`${table}\nMore`, '| a | b | chaos | 1 |')
  const later = withRow(first, '| c | d | chaos | 2 |')
  const again = withRow(later, '| c | d | chaos | 3 |')
  expect(again).toBe(`${table}| c | d | chaos | 3 |\n| a | b | chaos | 1 |\n\nMore`)
  expect(() => withRow('Text', '| a |')).toThrow('no table')
})
