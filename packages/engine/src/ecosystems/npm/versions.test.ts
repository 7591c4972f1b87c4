import { expect, test } from 'vitest'
import { npm } from './index.ts'

test.each([
  '',
  'latest',
  '~',
  '*',
  'x',
  '1.x',
  '1.2.x',
  '1.2.*',
  '^1.2.3',
  '1..2',
  '.1',
  '1.2.3-a..b',
  '1.0 beta',
])('rejects %j', (text) => {
  expect(npm.compareVersions(text, '1.0.0')).toBeNull()
  expect(npm.compareVersions('1.0.0', text)).toBeNull()
  expect(npm.isStable(text)).toBe(false)
  expect(npm.stepBetween('1.0.0', text)).toBeNull()
  expect(npm.webUrl('lodash', text)).toBeNull()
})

test.each([
  ['1.2.3', true],
  ['v1.2', true],
  ['1.2.3+build-1', true],
  ['1.2.3-0', false],
  ['1.2.3beta', false],
])('%s is stable: %s', (version, isStable) => {
  expect(npm.isStable(version)).toBe(isStable)
})

test.each([
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2.3-rc.1', '1.2.3', 'patch'],
  ['1.2.3', '1.2.3.1', 'patch'],
  ['1.2.3', '1.3.0', 'minor'],
  ['0.1.0', '0.2.0', 'major'],
  ['0.9.0', '1.0.0', 'major'],
  ['1.9.9', '2.0.0-rc.1', 'major'],
  ['9', '10', 'major'],
  ['1.2.3', '1.2.3', null],
  ['1.2.3', '1.2.3+build', null],
  ['1.2.4', '1.2.3', null],
])('the step from %s to %s is %s', (a, b, step) => {
  expect(npm.stepBetween(a, b)).toBe(step)
})

test('keeps the case of names, and joins scope and name with a slash', () => {
  expect(npm.nameFromPurl('@babel', 'core')).toBe('@babel/core')
  expect(npm.nameFromPurl('babel', 'core')).toBe('@babel/core')
  expect(npm.nameFromPurl(null, 'JSONStream')).toBe('JSONStream')
  expect(npm.normalizeName('JSONStream')).toBe('JSONStream')
})

test('links to the page of a version', () => {
  expect(npm.webUrl('@babel/core', '7.0.0-beta.1')).toBe(
    'https://www.npmjs.com/package/@babel/core/v/7.0.0-beta.1',
  )
  expect(npm.webUrl('a?b#c', '1.0.0')).toBe('https://www.npmjs.com/package/a%3Fb%23c/v/1.0.0')
})
