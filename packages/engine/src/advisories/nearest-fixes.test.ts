import { expect, test } from 'vitest'
import { nearestFixes } from './nearest-fixes.ts'

const fixedVersions = ['4.0.5', '2.1.10', '3.0.2']

test.each([
  ['the one of its own release line', ['3.0.1'], ['3.0.2']],
  ['one for each version in use', ['4.0.0', '2.1.9'], ['2.1.10', '4.0.5']],
  ['none if it is newer than every fix', ['5.0.0'], []],
])('names %s', (_, versions, expected) => {
  expect(nearestFixes({ ecosystem: 'npm', versions, fixedVersions })).toEqual(expected)
})
