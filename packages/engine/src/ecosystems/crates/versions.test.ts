import { expect, test } from 'vitest'
import { crates } from './index.ts'

test.each([
  ['0.1.0', '0.2.0', 'minor'],
  ['0.1.0', '0.1.1', 'patch'],
  ['0.9.0+1.1.1k', '0.9.0+1.1.1l', null],
  ['0.9.0', '1.0.0', 'major'],
])('from %s to %s is a step: %s', (a, b, step) => {
  expect(crates.stepBetween(a, b)).toBe(step)
})

test('a pre-release is not recommended', () => {
  expect(crates.isStable('0.9.0+zlib-1.2.11')).toBe(true)
  expect(crates.isStable('0.9.0-rc.1+zlib-1.2.11')).toBe(false)
})

test('names are the same whatever their case, with hyphens or underscores', () => {
  expect(crates.normalizeName('Serde_JSON')).toBe(crates.normalizeName('serde-json'))
  expect(crates.normalizeName('serdejson')).not.toBe(crates.normalizeName('serde-json'))
  expect(crates.nameFromPurl(null, 'serde_json')).toBe('serde_json')
})

test('a version has a page', () => {
  expect(crates.webUrl('serde_json', '1.0.0+a')).toBe('https://crates.io/crates/serde_json/1.0.0%2Ba')
  expect(crates.webUrl('serde_json', '*')).toBeNull()
})
