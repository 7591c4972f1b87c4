import { expect, test } from 'vitest'
import { pypi } from './index.ts'

test('rejects blank texts', () => {
  for (const text of ['', ' ', '\n\t']) {
    expect(pypi.compareVersions(text, '1.0')).toBeNull()
    expect(pypi.isStable(text)).toBe(false)
  }
})

test('ignores whitespace around a version', () => {
  expect(pypi.compareVersions(' \t1.0\n', '1.0')).toBe(0)
})

test.each([
  ['1.0', true],
  ['1.0.post1', true],
  ['1.0-1', true],
  ['1.0+cu118', true],
  ['1!1.0', true],
  ['1.0a1', false],
  ['1.0c1', false],
  ['1.0.dev1', false],
  ['1.0.post1.dev2', false],
  ['2.6.0-NA', false],
])('%s is stable: %s', (version, isStable) => {
  expect(pypi.isStable(version)).toBe(isStable)
})

test.each([
  ['1.0', '1.0.1', 'patch'],
  ['1.0', '1.0.0.1', 'patch'],
  ['1.0', '1.0.post1', 'patch'],
  ['1.0rc1', '1.0', 'patch'],
  ['1.0', '1.1', 'minor'],
  ['0.1', '0.2', 'minor'],
  ['1', '2', 'major'],
  ['1.0', '1!1.0', 'major'],
  ['1!1.0', '1!1.1', 'minor'],
  ['1!1.0', '01!2.0', 'major'],
  ['trunk', '1.0', 'major'],
  ['1.0', '1.0.0', null],
  ['1.1', '1.0', null],
])('the step from %s to %s is %s', (a, b, step) => {
  expect(pypi.stepBetween(a, b)).toBe(step)
})

test('normalizes case and separators in names', () => {
  expect(pypi.normalizeName('Zope.Interface__-x')).toBe('zope-interface-x')
  expect(pypi.nameFromPurl(null, 'Zope.Interface')).toBe('Zope.Interface')
})

test('links to the page of a version', () => {
  expect(pypi.webUrl('requests', '2.0')).toBe('https://pypi.org/project/requests/2.0/')
  expect(pypi.webUrl('torch', '2.1.0+cu118')).toBe('https://pypi.org/project/torch/2.1.0%2Bcu118/')
  expect(pypi.webUrl('requests', '')).toBeNull()
})

test.each([
  ['1.13.1+cu117', '1.13.1'],
  ['1.13.1rc1+cu117.post', '1.13.1rc1'],
  ['1.13.1', '1.13.1'],
  ['odd+one', 'odd+one'],
  ['1.0+_', '1.0+_'],
])('removes the local part of %s: %s', (version, expected) => {
  expect(pypi.publicVersion?.(version)).toBe(expected)
})
