import { expect, test } from 'vitest'
import { cpan } from './index.ts'

test.each(['', 'v', '.', '1.', 'x1', '1.2.3a', '1..2', '1.0-rc1'])('rejects %j', (text) => {
  expect(cpan.compareVersions(text, text)).toBeNull()
})

test.each([
  ['1.02', true],
  ['v1.2.3', true],
  ['.5', true],
  ['1.02_03', false],
  ['0.24-TRIAL', false],
])('%s is stable: %s', (text, isStable) => {
  expect(cpan.isStable(text)).toBe(isStable)
})

test('derives steps from the dotted form', () => {
  expect(cpan.stepBetween('1.002003', '1.002004')).toBe('patch')
  expect(cpan.stepBetween('1.55', '1.59')).toBe('minor')
  expect(cpan.stepBetween('v1.2.3', 'v2.0.0')).toBe('major')
})
