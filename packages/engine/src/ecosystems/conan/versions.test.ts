import { expect, test } from 'vitest'
import { conan } from './index.ts'

test('recognizes pre-releases by a hyphen before build metadata, and derives steps from the numbers', () => {
  expect(['1.0', '1.0.2k', 'cci.20200101', '1.0+b-1'].map(conan.isStable)).toEqual([true, true, true, true])
  expect(['1.0-', '1.0-rc1', '1.0-1'].map(conan.isStable)).toEqual([false, false, false])
  expect(conan.stepBetween('1.0.2k', '1.1.0')).toBe('minor')
  expect(conan.stepBetween('1.0.2k', '1.0.2u')).toBe('patch')
})

test.each(['', ' ', '-1', '+1', '.1', '1 2', '[>=1.0]'])('rejects %j', (text) => {
  expect(conan.compareVersions(text, text)).toBeNull()
})
