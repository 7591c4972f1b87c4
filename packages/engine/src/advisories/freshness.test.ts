import { dayMs } from '../time.ts'
import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'

const at = Date.UTC(2026, 0, 31)

test.each([
  ['current', at],
  ['current', at - 7 * dayMs],
  ['outdated', at - 7 * dayMs - 1],
  ['starter', null],
])('data is %s', (freshness, checkedAt) => {
  expect(freshnessOf(checkedAt, { at, maxAgeMs: 7 * dayMs })).toBe(freshness)
})
