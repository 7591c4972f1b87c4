import { expect, test } from 'vitest'
import { hackage } from './index.ts'

test.each([
  ['1.2.3', '1.3', 'major'],
  ['1.2.3', '2.2.3', 'major'],
  ['1.2.3', '1.2.4', 'minor'],
  ['1.2.3.4', '1.2.3.5', 'patch'],
  ['1.2', '1.2.0', 'patch'],
] as const)('from %s to %s is a %s step by the package versioning policy', (a, b, step) => {
  expect(hackage.stepBetween(a, b)).toBe(step)
})

test.each(['1.0-beta', '1.x', '', 'HEAD', '1..2'])('%j is no version', (text) => {
  expect(hackage.compareVersions(text, text)).toBeNull()
})
