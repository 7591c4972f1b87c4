import { expect, test } from 'vitest'
import { cocoapods } from './index.ts'

test.each(['1-alpha', '1..2', 'x', '', '1.0_1', '1.0+'])('rejects %j', (text) => {
  expect(cocoapods.compareVersions(text, text)).toBeNull()
})

test('recognizes pre-releases by letters, except in build metadata', () => {
  expect(['1.0', '1.0.0-1', '1.0+beta'].map(cocoapods.isStable)).toEqual([true, true, true])
  expect(['1.0.b1', '1.0.0-alpha'].map(cocoapods.isStable)).toEqual([false, false])
})
