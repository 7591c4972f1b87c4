import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import { isInRange, parseRange } from './version-range.ts'

test.each([
  ['vers:npm/*', '1.0.0', true],
  ['vers:npm/1.0.0', '1.0.0', true],
  ['vers:npm/=1.0.0|2.0.0', '2.0.0', true],
  ['vers:npm/1.0.0', '1.0.1', false],
  ['vers:npm/<2.0.0', '1.9.9', true],
  ['vers:npm/<2.0.0', '2.0.0', false],
  ['vers:npm/<=2.0.0', '2.0.0', true],
  ['vers:npm/>=1.0.0|<2.0.0', '1.5.0', true],
  ['vers:npm/<2.0.0|>=1.0.0', '0.5.0', false],
  ['vers:npm/>=1.0.0|<2.0.0|>=3.0.0|<4.0.0', '2.5.0', false],
  ['vers:npm/>=1.0.0|<2.0.0|>=3.0.0|<4.0.0', '3.5.0', true],
  ['vers:npm/>=1.0.0|!=1.2.0|<2.0.0', '1.2.0', false],
  ['vers:npm/>=1.0.0|!=1.2.0|<2.0.0', '1.3.0', true],
  ['vers:npm/>1.0.0', '1.0.0', false],
  ['vers:npm/>1.0.0', '10.0.0', true],
  ['vls/>=1.0.0|<2.0.0', '1.10.0', true],
  ['vers:npm/1.0.0%2Bbuild', '1.0.0+build', true],
  ['vers:npm/>=1.0.0', 'latest', false],
  ['1.0.0', '1.0.0', false],
])('%s contains %s: %s', (range, version, expected) => {
  expect(isInRange(range, version, ecosystemById('npm'))).toBe(expected)
})

test.each(['', '<2', 'vers:npm/', 'vers:npm/|', 'vers:npm/<', 'vers:npm/<<1', 'vers:npm/%', 'vers:/1'])(
  'rejects %j',
  (text) => expect(parseRange(text)).toBeNull(),
)
