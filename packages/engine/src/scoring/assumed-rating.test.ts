import { expect, test } from 'vitest'
import { assumedRating } from './security-penalty.ts'

test.each([
  ['high', null, { severity: 'high', cvss: 8 }],
  ['unknown', null, { severity: 'medium', cvss: 5.5 }],
  ['unknown', 9.8, { severity: 'critical', cvss: 9.8 }],
  ['unknown', 0, { severity: 'none', cvss: 0 }],
  ['low', 3.14, { severity: 'low', cvss: 3.1 }],
  ['none', null, { severity: 'none', cvss: 0 }],
] as const)('rates %s with a score of %s as %j', (severity, cvss, rating) => {
  expect(assumedRating({ severity, cvss, category: 'vulnerability' })).toEqual(rating)
})

test('rates malware as critical, regardless of its record', () => {
  const rating = { severity: 'critical', cvss: 9.5 }
  expect(assumedRating({ severity: 'unknown', cvss: null, category: 'malware' })).toEqual(rating)
  expect(assumedRating({ severity: 'low', cvss: 2, category: 'malware' })).toEqual(rating)
})
