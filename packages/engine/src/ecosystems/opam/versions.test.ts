import { expect, test } from 'vitest'
import { opam } from './index.ts'

test.each([
  ['5.0.0', true],
  ['v0.16.0', true],
  ['1.0-1', true],
  ['5.0.0~beta1', false],
  ['5.0.0~rc1+flambda', false],
  ['v0.16~preview.128', false],
])('%s is stable: %s', (version, isStable) => {
  expect(opam.isStable(version)).toBe(isStable)
})

test.each([
  ['1.2.3', '1.2.4', 'patch'],
  ['v0.15.0', 'v0.16.0', 'minor'],
  ['v0.16.0', 'v1.0.0', 'major'],
] as const)('the step from %s to %s is %s', (a, b, step) => {
  expect(opam.stepBetween(a, b)).toBe(step)
})

test.each(['', '1.0 beta', '>= 1.0', '1:2.0', '1.0/2'])('%j is no version', (text) => {
  expect(opam.compareVersions(text, text)).toBeNull()
})
