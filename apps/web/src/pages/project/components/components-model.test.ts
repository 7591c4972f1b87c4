import type { ComponentItem } from '@assay/contract/scans.ts'
import { expect, test } from 'vitest'
import {
  countLicenses,
  filterComponents,
  isOutdated,
  isUnstable,
  noLicense,
  sortComponents,
} from './components-model.ts'

const component = (name: string, of: Partial<ComponentItem> & { license?: string } = {}): ComponentItem => ({
  name,
  version: '1.0.0',
  language: 'nodejs',
  purl: null,
  webUrl: null,
  found: null,
  source: null,
  scope: 'runtime',
  isDirect: true,
  latestPatch: null,
  latestMinor: null,
  latestMajor: null,
  hasKnownReleases: true,
  libyears: null,
  warnings: [],
  violations: [],
  stability: [],
  licenseSource: of.license === undefined ? null : 'declared',
  licenseRegistry: null,
  licensedAt: null,
  licenses: of.license === undefined ? [] : [{ id: of.license, name: of.license, uri: '' }],
  ...of,
})
const list = [
  component('b', { license: 'MIT', latestMinor: '1.1.0' }),
  component('a', {
    license: 'AGPL-3.0-only',
    violations: ['AGPL-3.0-only violates No AGPL'],
    latestMajor: '2.0.0',
  }),
  component('c', { warnings: ['No license found'], isDirect: false, latestPatch: '1.0.1' }),
  component('d', { license: 'MIT', isDirect: null }),
]
const names = (components: ComponentItem[]) => components.map(({ name }) => name).join('')

test('a component with any newer release is outdated', () => {
  expect(names(list.filter(isOutdated))).toBe('bac')
})

test('deprecated and unsupported components are unstable, too', () => {
  const deprecated = component('e', { stability: ['Deprecated: use f'] })
  expect(names([...list, deprecated].filter(isUnstable))).toBe('bace')
})

test.each([
  [{}, 'bacd'],
  [{ q: 'mit' }, 'bd'],
  [{ q: 'B 1.0' }, 'b'],
  [{ license: 'MIT' }, 'bd'],
  [{ license: noLicense }, 'c'],
  [{ show: 'problems' as const }, 'ac'],
  [{ show: 'direct' as const }, 'ba'],
])('%j matches %s', (filters, expected) => expect(names(filterComponents(list, filters))).toBe(expected))

test('licenses are counted, the most frequent first', () => {
  expect(countLicenses(list)).toEqual([
    { license: 'MIT', count: 2 },
    { license: 'AGPL-3.0-only', count: 1 },
    { license: noLicense, count: 1 },
  ])
})

test.each([
  [{ sort: 'name' } as const, 'abcd'],
  [{ sort: 'name', direction: 'desc' } as const, 'dcba'],
  [{ sort: 'step' } as const, 'cbad'],
  [{ sort: 'verdict' } as const, 'acbd'],
  [{ sort: 'required' } as const, 'abcd'],
  [{ sort: 'license' } as const, 'abdc'],
])('%j sorts as %s', (order, expected) => expect(names(sortComponents(list, order))).toBe(expected))
