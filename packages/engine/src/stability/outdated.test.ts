import { dayMs } from '../time.ts'
import { expect, test } from 'vitest'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Component, Inventory } from '../inventory.ts'
import type { Release } from '../releases/release.ts'
import { findOutdated, knownReleases, type ReleaseFacts } from './outdated.ts'
import { componentOf } from '../testing/component.ts'

const component = (name: string, version: string, ecosystem: EcosystemId | null): Component =>
  componentOf({ ecosystem, name, version, scope: 'compile', isDirect: null })
const inventoryOf = (...components: Component[]): Inventory => ({
  formats: [],
  files: [],
  root: null,
  components,
  issues: [],
})

const now = 20_000 * dayMs
const factsOf = (releases: Release[]): ReleaseFacts => ({
  releasesOf: (ecosystem, name) => ({ ecosystem, name, source: 'deps.dev', checkedAt: now, releases }),
  coolDownDays: 3,
  now,
})
const released = (versions: string[]) =>
  factsOf(versions.map((version) => ({ version, publishedAt: now - 30 * dayMs })))

test.for<[string, string, string[], [string | null, string | null, string | null] | null]>([
  ['nothing is known', '1.2.3', [], null],
  ['only older and equal ones are known', '1.2.3', ['1.2.3', '1.2.2', '0.9.0'], null],
  ['a patch', '1.2.3', ['1.2.4'], ['1.2.4', null, null]],
  [
    'the newest of each step, in any order',
    '1.2.3',
    ['1.2.10', '3.0.0', '1.2.9', '1.4.0', '2.0.0', '1.3.1'],
    ['1.2.10', '1.4.0', '3.0.0'],
  ],
  ['pre-releases never count', '1.2.3', ['1.2.4-rc.1', '2.0.0-beta'], null],
  ['a pre-release is behind its release', '2.0.0-rc.1', ['2.0.0'], ['2.0.0', null, null]],
  ['what is no version', '1.2.3', ['', 'latest', '1.2.5'], ['1.2.5', null, null]],
  [
    'days are from before there were versions',
    '2.4.0',
    ['2.11.0', '20030203.000550'],
    [null, '2.11.0', null],
  ],
  [
    'what is numbered by days goes on by days',
    '20030203.0.0',
    ['20040616.0.0'],
    [null, null, '20040616.0.0'],
  ],
  ['a component without version', '', ['1.2.5'], null],
  ['a component whose version cannot be read', 'latest', ['1.2.5'], null],
])('%s', ([, version, known, expected]) => {
  const found = findOutdated(inventoryOf(component('a', version, 'npm')), released(known))
  const steps = found.map(({ latestPatch, latestMinor, latestMajor }) => [
    latestPatch,
    latestMinor,
    latestMajor,
  ])
  expect(steps).toEqual(expected ? [expected] : [])
})

test('looks up releases by ecosystem and normalized name', () => {
  const inventory = inventoryOf(
    component('Flask_Cors', '3.0.0', 'npm'),
    component('mystery', '1.0.0', null),
    component('Flask_Cors', '3.0.0', 'pypi'),
  )
  const facts = released(['3.0.1'])
  const found = findOutdated(inventory, {
    ...facts,
    releasesOf: (ecosystem, name) =>
      ecosystem === 'pypi' && name === 'flask-cors' ? facts.releasesOf(ecosystem, name) : null,
  })
  expect(found).toEqual([{ component: 2, latestPatch: '3.0.1', latestMinor: null, latestMajor: null }])
})

test('yanked, deprecated and too recent releases are never recommended', () => {
  const releases: Release[] = [
    { version: '1.0.1', publishedAt: now - 4 * dayMs },
    { version: '1.0.2', publishedAt: now - 4 * dayMs, isYanked: true },
    { version: '1.0.3', publishedAt: now - 4 * dayMs, deprecated: '' },
    { version: '1.0.4', publishedAt: now - 2 * dayMs },
  ]
  const of = (facts: Partial<ReleaseFacts>) =>
    findOutdated(inventoryOf(component('a', '1.0.0', 'npm')), { ...factsOf(releases), ...facts })
  expect(of({})).toMatchObject([{ latestPatch: '1.0.1' }])
  expect(of({ coolDownDays: 0 })).toMatchObject([{ latestPatch: '1.0.4' }])
  expect(of({ coolDownDays: 5 })).toEqual([])
})

test.for([
  ['33.0.0-jre', ['33.0.1-jre', '33.0.2-android'], '33.0.1-jre'],
  ['33.0.0-android', ['33.0.1-jre', '33.0.2-android'], '33.0.2-android'],
  ['21.0', ['21.0.1-jre', '21.0.2-android'], '21.0.1-jre'],
  ['7.4.2.jre11', ['7.4.2.jre18', '7.4.3.jre8', '7.4.3.jre11', '7.4.3.jre18'], '7.4.3.jre11'],
  ['7.4.3.jre8', ['7.4.3.jre8', '7.4.4.jre11'], '7.4.4.jre11'],
] as const)(
  'the newest release of %s is of the same flavor, if there is one',
  ([version, known, expected]) => {
    const found = findOutdated(inventoryOf(component('a:b', version, 'maven')), released([...known]))
    expect(found).toMatchObject([{ latestPatch: expected, latestMajor: null }])
  },
)

test('a package whose releases are all yanked counts as unknown', () => {
  const old = component('a', '1.0.0', 'npm')
  const yanked = factsOf([{ version: '1.0.1', publishedAt: null, isYanked: true }])
  expect(knownReleases(old, yanked.releasesOf)).toBeNull()
  expect(knownReleases(old, released(['1.0.1']).releasesOf)).not.toBeNull()
})
