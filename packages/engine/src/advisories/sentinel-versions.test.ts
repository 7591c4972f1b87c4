import { expect, test } from 'vitest'
import { isSentinel } from './sentinel-versions.ts'

test.each([
  ['99.999.99999', true],
  ['99.99.9999', true],
  ['999.999.999', true],
  ['2.999.999', true],
  ['1.999', true],
  ['v999.999.999', true],
  ['0.999999999', false],
  ['1.99', false],
  ['2.9.9', false],
  ['1.9998.18', false],
  ['1.999.0', false],
  ['999.0.0', false],
  ['0.0.0-20260617103932-b20b999dd404', false],
  ['', false],
])('recognizes %s as a sentinel: %s', (version, expected) => {
  expect(isSentinel(version)).toBe(expected)
})
