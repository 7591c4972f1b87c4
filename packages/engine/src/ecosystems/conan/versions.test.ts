import { expect, test } from 'vitest'
import { conan } from './index.ts'

test('a pre-release follows the first hyphen, and a step is one between numbers', () => {
  expect(['1.0', '1.0.2k', 'cci.20200101', '1.0+b-1'].map(conan.isStable)).toEqual([true, true, true, true])
  expect(['1.0-', '1.0-rc1', '1.0-1'].map(conan.isStable)).toEqual([false, false, false])
  expect(conan.stepBetween('1.0.2k', '1.1.0')).toBe('minor')
  expect(conan.stepBetween('1.0.2k', '1.0.2u')).toBe('patch')
})

test.each(['', ' ', '-1', '+1', '.1', '1 2', '[>=1.0]'])('%j is no version', (text) => {
  expect(conan.compareVersions(text, text)).toBeNull()
})
