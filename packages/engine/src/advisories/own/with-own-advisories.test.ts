import { expect, test } from 'vitest'
import { ecosystemById } from '../../ecosystems.ts'
import { openIndex } from '../advisory-index.ts'
import { clusterEntries } from '../clusters.ts'
import { compileIndex } from '../compile-index.ts'
import { readOsvRecord } from '../osv.ts'
import { readDocument } from '../../documents/read.ts'
import { scanInventory } from '../../scan.ts'
import { withOwnAdvisories } from './with-own-advisories.ts'

const npm = ecosystemById('npm')

function indexOf(uuid: string, id: string, fixed: string) {
  const affected = {
    package: { ecosystem: 'npm', name: 'auth' },
    ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
  }
  const { record } = readOsvRecord({ id, affected: [affected] }, 'test')
  return openIndex(npm, compileIndex(npm, clusterEntries(uuid, [record!])))
}

const shared = indexOf('public', 'GHSA-1', '2.0.0')
const idsOf = (index: ReturnType<ReturnType<typeof withOwnAdvisories>>, version: string) =>
  index?.match('auth', version).map(({ facts }) => facts.advisoryUuid)

test('adds advisories of the account to those of all', () => {
  const index = withOwnAdvisories(
    () => shared,
    () => indexOf('own', 'ACME-1', '3.0.0'),
  )('npm')
  expect(idsOf(index, '1.0.0')).toEqual(['public', 'own'])
  expect(idsOf(index, '2.0.0')).toEqual(['own'])
  expect(index?.fixedVersions('auth', '1.0.0')).toEqual(['2.0.0', '3.0.0'])
})

test('joins what is said of one vulnerability', () => {
  const index = withOwnAdvisories(
    () => shared,
    () => indexOf('public', 'ACME-1', '1.5.0'),
  )('npm')
  expect(index?.match('auth', '1.0.0')).toMatchObject([
    { evidence: [{ recordId: 'GHSA-1' }, { recordId: 'ACME-1' }], fixedVersions: ['1.5.0', '2.0.0'] },
  ])
})

test('matches an ecosystem of which nothing else is known', () => {
  const own = withOwnAdvisories(
    () => null,
    (id) => (id === 'npm' ? indexOf('own', 'ACME-1', '3.0.0') : null),
  )
  expect(idsOf(own('npm'), '1.0.0')).toEqual(['own'])
  expect(own('npm')?.has?.('auth')).toBe(false)
  expect(own('pypi')).toBeNull()
})

test('a scan finds what only an own advisory says, and still says that nothing was checked', () => {
  const components = [{ type: 'library', name: 'auth', version: '1.0.0', purl: 'pkg:npm/auth@1.0.0' }]
  const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
  const { inventory } = readDocument({ path: 'bom.json', bytes: new TextEncoder().encode(text) })
  const scanned = scanInventory({
    inventory: inventory!,
    issues: [],
    indexes: () => null,
    ownIndexes: (id) => (id === 'npm' ? indexOf('own', 'ACME-1', '3.0.0') : null),
    rules: {
      exclusions: [],
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 0, stability: 0, licensing: 0 },
    },
    open: [],
    now: Date.UTC(2026, 0),
  })
  expect(scanned.findings).toMatchObject([{ advisoryUuid: 'own', fixedVersions: ['3.0.0'] }])
  expect(scanned.coverage.checked).toBe(0)
  expect(scanned.issues).toMatchObject([{ code: 'advisories-missing' }])
})
