import type { Component } from '@assay/engine/inventory.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import { expect, test } from 'vitest'
import { componentRows, digestWithVersions } from './component-rows.ts'

const libssl: Component = {
  ecosystem: 'debian',
  name: 'libssl3',
  version: '3.0.11-1',
  purl: null,
  scope: 'runtime',
  isDirect: null,
  requiredBy: [],
  licenses: [],
  locations: ['sbom.json'],
  release: '12',
  source: { name: 'OpenSSL', version: '3.0.11-1' },
}

const rowsOf = (components: Component[]) =>
  componentRows(
    scanInventory({
      inventory: { formats: [], files: [], root: null, components, issues: [] },
      issues: [],
      indexes: () => null,
      open: [],
      now: 0,
      rules: {
        exclusions: [],
        licensePolicies: [],
        securityScoring: 'cvss',
        minimumScores: { security: 0, stability: 0, licensing: 0 },
      },
    }),
  )

test('a row has the normalized name used by advisories, so that new ones find its branch', () => {
  const { source: _, ...alone } = libssl
  const components = [libssl, alone, { ...alone, ecosystem: null, name: 'firmware' }]
  expect(rowsOf(components).map(({ name, packageName }) => [name, packageName])).toEqual([
    ['libssl3', 'openssl'],
    ['libssl3', 'libssl3'],
    ['firmware', 'firmware'],
  ])
})

test('stores deprecations and other warnings besides age', () => {
  const { release: _, source: __, ...plain } = libssl
  const components: Component[] = [
    { ...plain, ecosystem: 'npm', name: 'old', deprecated: 'use new\0' },
    plain,
  ]
  expect(rowsOf(components).map(({ stability }) => stability)).toEqual([['Deprecated: use new\uFFFD'], []])
})

const npm = (name: string, version: string, requiredBy: number[] = []): Component => ({
  ecosystem: 'npm',
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  scope: 'runtime',
  isDirect: requiredBy.length === 0,
  requiredBy,
  licenses: [],
  locations: ['bom.json'],
})

test.each([
  { what: 'another version of a requirer', list: [npm('a', '2.0.0')], isSame: true },
  { what: 'two versions of a requirer', list: [npm('a', '1.0.0'), npm('a', '2.0.0')], isSame: false },
  { what: 'another requirer', list: [npm('b', '1.0.0')], isSame: false },
  { what: 'another version with an @', list: [npm('a', 'git@2')], isSame: false },
])('$what leaves the digest: $isSame', ({ list, isSame }) => {
  const digestBelow = (above: Component[]) => rowsOf([...above, npm('c', '1.0.0', [0])]).at(-1)!.digest
  expect(digestBelow(list) === digestBelow([npm('a', '1.0.0')])).toBe(isSame)
})

test('knows the digests under which versions before stored rows', () => {
  const rows = rowsOf([
    npm('a', '1.0.0'),
    npm('b', '1.0.0', [0]),
    { ...npm('c', '2.0.0', [0, 1]), copyright: 'C' },
  ])
  expect(rows.map(digestWithVersions)).toEqual([
    'c6bee0c37961b4ddceaef22e60b23d0c',
    'bbdf78a1b67ae09f042778bac3ab68b6',
    '8b73bd5bea03f63f35bcde96c8bc0d88',
  ])
})
