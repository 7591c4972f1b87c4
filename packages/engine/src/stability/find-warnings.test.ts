import { expect, test } from 'vitest'
import { readOsvRecord } from '../advisories/osv.ts'
import { clusterEntries } from '../advisories/clusters.ts'
import { openIndex } from '../advisories/advisory-index.ts'
import { compileIndex } from '../advisories/compile-index.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Component } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { scanInventory } from '../scan.ts'
import type { SupportedProduct } from './eol-dates.ts'
import type { Exclusion } from '../policies/exclusion.ts'
import { componentOf } from '../testing/component.ts'

const component = (
  ecosystem: EcosystemId,
  [name, version]: [string, string],
  more: Partial<Component> = {},
): Component => componentOf({ ecosystem, name, version, licenses: [{ kind: 'id', value: 'MIT' }], ...more })

interface Case {
  components: Component[]
  eolDates?: SupportedProduct[]
  exclusions?: Exclusion[]
  now?: number
  releasesOf?: ReleasesOf
}

const informational = (id: string, name: string, informational: string) => ({
  id,
  affected: [
    {
      package: { ecosystem: 'crates.io', name },
      database_specific: { informational },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0.0.0-0' }] }],
    },
  ],
})
const records = [
  informational('RUSTSEC-2016-0004', 'libusb', 'unmaintained'),
  informational('RUSTSEC-2023-0001', 'renamed', 'notice'),
].map((document) => readOsvRecord(document, 'test').record!)
const crates = ecosystemById('crates.io')
const index = openIndex(
  crates,
  compileIndex(
    crates,
    records.flatMap((record) => clusterEntries(record.id, [record])),
  ),
)

function scan({ components, eolDates = [], exclusions = [], now = Date.UTC(2026, 0, 1), releasesOf }: Case) {
  return scanInventory({
    inventory: { formats: [], files: [], root: null, components, issues: [] },
    issues: [],
    open: [],
    now,
    eolDates,
    ...(releasesOf && { releasesOf }),
    indexes: (ecosystem) => (ecosystem === 'crates.io' ? index : null),
    rules: {
      exclusions,
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 0, stability: 0, licensing: 0 },
    },
  })
}
const reasons = (of: Case) => scan(of).warnings.map(({ component, reason }) => `${component} ${reason}`)

test('a deprecation from registry or lockfile is reported with its message', () => {
  const request = component('npm', ['request', '2.88.2'], { deprecated: 'request has been deprecated' })
  expect(reasons({ components: [component('npm', ['a', '1.0.0']), request] })).toEqual([
    '1 Deprecated: request has been deprecated',
  ])
})

test("a registry's deprecation message is that of the release, otherwise of the package", () => {
  const releases = [
    { version: '1.0.0', publishedAt: null, deprecated: 'Broken.' },
    { version: '1.0.1', publishedAt: null, deprecated: '' },
    { version: '1.0.2', publishedAt: null },
  ]
  const deprecations = (more: { deprecated?: string }) =>
    reasons({
      components: ['1.0.0', '1.0.1', '1.0.2'].map((version) => component('npm', ['a', version])),
      releasesOf: (ecosystem, name) => ({ ecosystem, name, source: '', checkedAt: 0, releases, ...more }),
    })
  expect(deprecations({})).toEqual(['0 Deprecated: Broken.', '1 Deprecated by its registry.'])
  expect(deprecations({ deprecated: 'Use b.' })).toEqual([
    '0 Deprecated: Broken.',
    '1 Deprecated: Use b.',
    '2 Deprecated: Use b.',
  ])
})

test('a release cycle is reported from the day after its end of life', () => {
  const components = [component('pypi', ['Django', '4.0.10'])]
  expect(reasons({ components, now: Date.UTC(2023, 3, 1, 23) })).toEqual([])
  expect(reasons({ components, now: Date.UTC(2023, 3, 2) })).toEqual([
    '0 End of life: the support of Django 4.0 ended on 2023-04-01.',
  ])
})

test('ingested dates take precedence over the shipped table', () => {
  const eolDates: SupportedProduct[] = [
    {
      title: 'Django LTS',
      packages: [{ ecosystem: 'pypi', name: 'django' }],
      cycles: [
        { cycle: '4.0', endsAt: null },
        { cycle: '3', endsAt: 'ended' },
      ],
    },
  ]
  const components = [component('pypi', ['django', '4.0']), component('pypi', ['django', '3.2'])]
  expect(reasons({ components, eolDates })).toEqual(['1 End of life: the support of Django LTS 3 ended.'])
})

test('a distribution past its end of life is reported once, for its first package', () => {
  const of = (name: string, release: string) => component('debian', [name, '1.0'], { release })
  const components = [of('adduser', '10'), of('base-files', '10'), of('curl', '13'), of('dpkg', 'sid')]
  expect(reasons({ components })).toEqual(['0 End of life: the support of Debian 10 ended on 2022-09-10.'])
  const alpine = component('alpine', ['musl', '1.1.24-r10'], { release: '3.12' })
  expect(reasons({ components: [alpine] })).toEqual([
    '0 End of life: the support of Alpine Linux 3.12 ended on 2022-05-01.',
  ])
})

test('an unmaintained package is a warning, not a vulnerability', () => {
  const result = scan({ components: [component('crates.io', ['libusb', '0.3.0'])] })
  expect(result.findings).toEqual([])
  expect(result.warnings).toEqual([
    {
      component: 0,
      kind: 'unmaintained',
      exclusionUuid: null,
      reason: 'Unmaintained: nobody maintains it any more (RUSTSEC-2016-0004).',
    },
  ])
})

test('a notice is neither a warning nor a vulnerability', () => {
  expect(index.match('renamed', '0.3.0')).toHaveLength(1)
  const { findings, warnings } = scan({ components: [component('crates.io', ['renamed', '0.3.0'])] })
  expect([...findings, ...warnings]).toEqual([])
})

test('warnings cost no points, and can be excluded in the stability domain', () => {
  const exclusion: Exclusion = {
    uuid: 'e',
    domain: 'stability',
    projectUuid: null,
    target: { kind: 'library', ecosystem: 'crates.io', name: 'libusb', version: '*' },
  }
  const components = [component('crates.io', ['libusb', '0.3.0'])]
  const { warnings, scores } = scan({ components, exclusions: [exclusion] })
  expect(warnings.map(({ exclusionUuid }) => exclusionUuid)).toEqual(['e'])
  expect(scan({ components }).scores.stability).toBe(100)
  expect(scores.stability).toBe(100)
})
