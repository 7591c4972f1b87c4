import { expect, test } from 'vitest'
import { nearestFixes } from './nearest-fixes.ts'

const fixedVersions = ['2.12.7.1', '2.10.0', '2.9.10.8', '2.6.7.5']
const of = (...versions: string[]) => nearestFixes({ ecosystem: 'maven', versions, fixedVersions })

test.each([
  ['the line of the version in use', ['2.9.8'], ['2.9.10.8']],
  [
    'one for each line in use, lowest first',
    ['2.10.0', '2.6.0', '2.9.8'],
    ['2.6.7.5', '2.9.10.8', '2.12.7.1'],
  ],
  ['one for versions of the same line', ['2.9.8', '2.9.9'], ['2.9.10.8']],
  ['none if all fixed versions are older', ['2.13.0'], []],
])('%s', (_, versions, expected) => {
  expect(of(...versions)).toEqual(expected)
})

test('are empty if advisories name none', () => {
  expect(nearestFixes({ ecosystem: 'npm', versions: ['1.0.0'], fixedVersions: [] })).toEqual([])
})
