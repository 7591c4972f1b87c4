import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import { parseVersionRange } from './version-range.ts'

const maven = ecosystemById('maven')

test.each([
  ['[2.0,2.17.1)', ['2.0', '2.9', '2.10', '2.17.0'], ['1.9', '2.17.1', '2.17.10']],
  ['(2.0,2.17.1]', ['2.0.1', '2.17.1'], ['2.0', '2.18']],
  ['[,1.3)|[2.0,]', ['1.2.9', '2.0', '99'], ['1.3', '1.9']],
  ['[0,]', ['0.1', '5'], []],
  ['[1.5]', ['1.5', '1.5.0'], ['1.5.1']],
  ['1.2.10|1.3', ['1.2.10', '1.3'], ['1.2.1', '1.30']],
  ['>=2.0 <2.17.1', ['2.0', '2.16'], ['2.17.1', '1.0']],
  ['>= 2.0, < 2.10', ['2.9'], ['2.10']],
  ['<2.0 || >=3.0', ['1.9', '3.0'], ['2.0', '2.9']],
  ['<2.0|==3.1', ['1.9', '3.1'], ['2.0', '3.2']],
  // In Maven's order, a release candidate is lower than its release.
  ['<2.0', ['2.0-rc1', '2.0-alpha'], ['2.0', '2.0.1']],
])('parses %s', (text, inside, outside) => {
  const holds = parseVersionRange(text)!
  expect(inside.filter((version) => !holds(maven, version))).toEqual([])
  expect(outside.filter((version) => holds(maven, version))).toEqual([])
})

test('contains only exact versions if the ecosystem is unknown', () => {
  const holds = parseVersionRange('[1.0,2.0]|abc')!
  expect(holds(null, '1.5')).toBe(false)
  expect(holds(null, 'abc')).toBe(true)
})

test.each([
  '',
  '|',
  '[1.0',
  '[]',
  '[1,2,3]',
  '1.0)',
  '<',
  '>=1 foo',
  '1.0 2.0',
  '[1.0,2.0)|',
  '<<1',
  '^1.2.0',
  '~1.2',
  '1.x',
  '1.*',
  '*',
])('rejects %j', (text) => expect(parseVersionRange(text)).toBeNull())
