import { expect, test } from 'vitest'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Component, Inventory } from '../inventory.ts'
import { findOutdated } from './outdated.ts'

const component = (name: string, version: string, ecosystem: EcosystemId | null): Component => ({
  ecosystem,
  name,
  version,
  purl: null,
  scope: 'compile',
  isDirect: null,
  requiredBy: [],
  licenses: [],
  locations: [],
})
const inventoryOf = (...components: Component[]): Inventory => ({
  formats: [],
  files: [],
  root: null,
  components,
  issues: [],
})

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
  ['a component without version', '', ['1.2.5'], null],
  ['a component whose version cannot be read', 'latest', ['1.2.5'], null],
])('%s', ([, version, known, expected]) => {
  const found = findOutdated(inventoryOf(component('a', version, 'npm')), () => known)
  const steps = found.map(({ latestPatch, latestMinor, latestMajor }) => [
    latestPatch,
    latestMinor,
    latestMajor,
  ])
  expect(steps).toEqual(expected ? [expected] : [])
})

test('versions are asked for by ecosystem and name; results name the component', () => {
  const inventory = inventoryOf(
    component('Flask_Cors', '3.0.0', 'npm'),
    component('mystery', '1.0.0', null),
    component('Flask_Cors', '3.0.0', 'pypi'),
  )
  const found = findOutdated(inventory, (ecosystem, { name }) =>
    ecosystem === 'pypi' && name === 'Flask_Cors' ? ['3.0.1'] : [],
  )
  expect(found).toEqual([{ component: 2, latestPatch: '3.0.1', latestMinor: null, latestMajor: null }])
})
