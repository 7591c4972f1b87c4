import { dayMs } from '../time.ts'
import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import { libyearsOf, sumLibyears } from './libyears.ts'
import type { Release } from './release.ts'

const npm = ecosystemById('npm')
const year = 365.25 * dayMs
const at = (version: string, years: number | null, more: Partial<Release> = {}): Release => ({
  version,
  publishedAt: years === null ? null : years * year,
  ...more,
})

test.each<[string, string, Release[], number | null]>([
  [
    'from the installed to the newest release',
    '1.0.0',
    [at('1.0.0', 40), at('1.1.0', 41), at('2.0.0', 42.5)],
    2.5,
  ],
  ['by order, not by date', '1.0.0', [at('1.0.0', 40), at('2.0.0', 41), at('1.0.9', 45)], 1],
  ['never below 0', '1.0.9', [at('2.0.0', 41), at('1.0.9', 45)], 0],
  ['the newest release', '2.0.0', [at('1.0.0', 40), at('2.0.0', null)], 0],
  ['a pre-release above the newest', '3.0.0-rc.1', [at('2.0.0', 41), at('3.0.0-rc.1', 42)], 0],
  ['another spelling of the version', 'v1.0.0', [at('1.0.0', 40), at('2.0.0', 41)], 1],
  [
    'a yanked release is never the newest',
    '1.0.0',
    [at('1.0.0', 40), at('2.0.0', 41, { isYanked: true })],
    0,
  ],
  ['an installed version may be yanked', '1.0.0', [at('1.0.0', 40, { isYanked: true }), at('2.0.0', 41)], 1],
  ['an unlisted release', '1.5.0', [at('1.0.0', 40), at('2.0.0', 41)], null],
  ['a release without a date', '1.0.0', [at('1.0.0', null), at('2.0.0', 41)], null],
  ['no stable release', '1.0.0', [at('1.0.0-rc', 40)], null],
])('%s', (...[, version, releases, expected]) => {
  const known = { ecosystem: 'npm', name: 'a', source: '', checkedAt: 0, releases } as const
  expect(libyearsOf(npm, version, known)).toBe(expected)
})

test('the newest release is of the same flavor, if there is one', () => {
  const java = ecosystemById('maven')
  const releases = [at('1.jre7', 40), at('2.jre7', 41), at('3', 44)]
  const known = { ecosystem: 'maven', name: 'a:b', source: '', checkedAt: 0, releases } as const
  expect(['1.jre7', '2.jre7'].map((version) => libyearsOf(java, version, known))).toEqual([1, 3])
})

test('a sum ignores unknown values, and is unknown if all are', () => {
  expect(sumLibyears([0.1, null, 0.2])).toBe(0.3)
  expect(sumLibyears([0])).toBe(0)
  expect(sumLibyears([null])).toBeNull()
  expect(sumLibyears([])).toBeNull()
})
