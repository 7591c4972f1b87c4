import { expect, test } from 'vitest'
import { hackage } from './index.ts'

test.each([
  ['1.2.3', '1.3', 'major'],
  ['1.2.3', '2.2.3', 'major'],
  ['1.2.3', '1.2.4', 'minor'],
  ['1.2.3.4', '1.2.3.5', 'patch'],
  ['1.2', '1.2.0', 'patch'],
] as const)('the step from %s to %s is %s under the Package Versioning Policy', (a, b, step) => {
  expect(hackage.stepBetween(a, b)).toBe(step)
})

test.each(['1.0-beta', '1.x', '', 'HEAD', '1..2'])('rejects %j', (text) => {
  expect(hackage.compareVersions(text, text)).toBeNull()
})
