import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'

const day = 86_400_000
const at = Date.UTC(2026, 0, 31)

test.each([
  ['current', at],
  ['current', at - 7 * day],
  ['outdated', at - 7 * day - 1],
  ['starter', null],
])('data is %s', (freshness, checkedAt) => {
  expect(freshnessOf(checkedAt, { at, maxAgeMs: 7 * day })).toBe(freshness)
})
