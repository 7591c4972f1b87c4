import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecosystems } from '../ecosystems.ts'
import { plainKey } from './plain-version.ts'

test.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  '1.2.',
  '.1.2',
  '1..2',
  '01.2.3',
  '1.00.3',
  'v1.2.3',
  '1.2.3-rc',
  '1.2.100000',
])('has no key for %j', (version) => {
  expect(plainKey(version)).toBeNaN()
})

const number = fc.oneof(fc.nat({ max: 12 }), fc.constantFrom(9, 10, 99, 100, 9999, 10_000, 99_999))
const plain = fc.tuple(number, number, number).map((numbers) => numbers.join('.'))

describe.each(ecosystems)('$id', (ecosystem) => {
  test('orders plain versions like their keys', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(Math.sign(ecosystem.compareVersions(a, b)!)).toBe(Math.sign(plainKey(a) - plainKey(b)))
        expect(ecosystem.publicVersion?.(a) ?? a).toBe(a)
      }),
      { numRuns: 400 },
    )
  })
})
