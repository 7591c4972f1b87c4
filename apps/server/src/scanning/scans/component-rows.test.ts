import type { Component } from '@assay/engine/inventory.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import { expect, test } from 'vitest'
import { componentRows } from './component-rows.ts'

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
