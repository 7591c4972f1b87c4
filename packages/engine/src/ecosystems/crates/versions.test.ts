import { expect, test } from 'vitest'
import { crates } from './index.ts'

test.each([
  ['0.1.0', '0.2.0', 'major'],
  ['0.1.0', '0.1.1', 'patch'],
  ['0.9.0+1.1.1k', '0.9.0+1.1.1l', null],
  ['0.9.0', '1.0.0', 'major'],
])('the step from %s to %s is %s', (a, b, step) => {
  expect(crates.stepBetween(a, b)).toBe(step)
})

test('distinguishes pre-releases from build metadata', () => {
  expect(crates.isStable('0.9.0+zlib-1.2.11')).toBe(true)
  expect(crates.isStable('0.9.0-rc.1+zlib-1.2.11')).toBe(false)
})

test('normalizes case, hyphens and underscores in names', () => {
  expect(crates.normalizeName('Serde_JSON')).toBe(crates.normalizeName('serde-json'))
  expect(crates.normalizeName('serdejson')).not.toBe(crates.normalizeName('serde-json'))
  expect(crates.nameFromPurl(null, 'serde_json')).toBe('serde_json')
})

test('links to the page of a version', () => {
  expect(crates.webUrl('serde_json', '1.0.0+a')).toBe('https://crates.io/crates/serde_json/1.0.0%2Ba')
  expect(crates.webUrl('serde_json', '*')).toBeNull()
})
