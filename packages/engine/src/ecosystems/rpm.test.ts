import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'

const ecosystem = ecosystemById('red-hat')

test.each(['latest', '1.0 1', '1:', 'a:1.0', '1.0-', '-1', '1.0/2', '^1', ''])('rejects %j', (text) => {
  expect(ecosystem.compareVersions(text, '1.0')).toBeNull()
})

test('recognizes pre-releases by a tilde', () => {
  expect(ecosystem.isStable('2.0~rc1-1.el9')).toBe(false)
  expect(ecosystem.isStable('2.0-0.1.el9')).toBe(true)
})

test('derives steps from the version, and treats another epoch as major', () => {
  expect(ecosystem.stepBetween('1.2.3-1.el9', '1.2.3-1.el9_1')).toBe('patch')
  expect(ecosystem.stepBetween('1:1.2.3-1.el9', '1:1.3.0-1.el9')).toBe('minor')
  expect(ecosystem.stepBetween('1.2.3-1.el9', '1:1.2.3-1.el9')).toBe('major')
})
