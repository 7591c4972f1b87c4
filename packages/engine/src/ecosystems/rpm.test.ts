import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'

const ecosystem = ecosystemById('red-hat')

test.each(['latest', '1.0 1', '1:', 'a:1.0', '1.0-', '-1', '1.0/2', '^1', ''])('%j is no version', (text) => {
  expect(ecosystem.compareVersions(text, '1.0')).toBeNull()
})

test('a pre-release is marked by a tilde', () => {
  expect(ecosystem.isStable('2.0~rc1-1.el9')).toBe(false)
  expect(ecosystem.isStable('2.0-0.1.el9')).toBe(true)
})

test('steps follow the version; another epoch is a major one', () => {
  expect(ecosystem.stepBetween('1.2.3-1.el9', '1.2.3-1.el9_1')).toBe('patch')
  expect(ecosystem.stepBetween('1:1.2.3-1.el9', '1:1.3.0-1.el9')).toBe('minor')
  expect(ecosystem.stepBetween('1.2.3-1.el9', '1:1.2.3-1.el9')).toBe('major')
})
