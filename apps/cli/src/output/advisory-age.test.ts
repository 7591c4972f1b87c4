import { expect, test } from 'vitest'
import { describeStale, readAge } from './advisory-age.ts'

const hour = 3_600_000
const at = Date.UTC(2026, 0, 31)

test.each([
  ['7d', 168 * hour],
  ['12h', 12 * hour],
  ['0d', 0],
  ['7', null],
  ['d', null],
  ['-1d', null],
  ['1w', null],
])('parses the age %s', (text, ms) => {
  expect(readAge(text)).toBe(ms)
})

test('incomplete and outdated data are reported', () => {
  const data = [
    { name: 'npm', advisories: 20, checkedAt: null },
    { name: 'Go', advisories: 5, checkedAt: at - 9 * 24 * hour },
    { name: 'Maven', advisories: 5, checkedAt: at - 49 * hour },
    { name: 'PyPI', advisories: 5, checkedAt: at - hour },
    { name: 'Hex', advisories: 0, checkedAt: null },
  ]
  expect(describeStale(data, { at, maxAgeMs: 48 * hour })).toBe(
    'No advisory data is loaded for Hex. Only the starter set of advisories is loaded for npm. The advisory data for Go is 9 days old. The advisory data for Maven is 2 days old.',
  )
  expect(describeStale(data.slice(3, 4), { at, maxAgeMs: hour })).toBeNull()
  expect(describeStale(data.slice(3, 4), { at, maxAgeMs: 0 })).toBe(
    'The advisory data for PyPI is 1 hour old.',
  )
})
