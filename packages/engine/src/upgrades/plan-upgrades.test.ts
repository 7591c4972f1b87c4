import { describe, expect, test } from 'vitest'
import { openIndex } from '../advisories/advisory-index.ts'
import type { AdvisoryFacts } from '../advisories/advisory.ts'
import { compileIndex } from '../advisories/compile-index.ts'
import { npm } from '../ecosystems/npm/index.ts'
import type { Component, InventoryImage } from '../inventory.ts'
import type { ReleasesOf } from '../releases/release.ts'
import { scanInventory } from '../scan.ts'
import { byUrgency, type RankedUpgrade } from './rank-upgrades.ts'
import type { Exclusion } from '../policies/exclusion.ts'
import { componentOf } from '../testing/component.ts'

const advisory = (uuid: string, fixed: string | null, facts: Partial<AdvisoryFacts> = {}) => ({
  facts: {
    advisoryUuid: uuid,
    cve: `CVE-2024-${uuid}`,
    cves: [`CVE-2024-${uuid}`],
    publicId: `CVE-2024-${uuid}`,
    severity: 'high' as const,
    cvss: 7.5,
    publishedAt: 0,
    category: 'vulnerability' as const,
    knownExploited: false,
    epss: null,
    ...facts,
  },
  recordId: uuid,
  affected: {
    ecosystem: 'npm' as const,
    name: 'lib',
    suffix: '',
    ranges: [{ introduced: '0', ...(fixed && { fixed }) }],
    versions: [],
  },
})

const component = (name: string, version: string, more: Partial<Component> = {}): Component =>
  componentOf({ name, version, locations: ['web/yarn.lock'], ...more })

interface PlanInput {
  components: Component[]
  advisories: ReturnType<typeof advisory>[]
  releases?: string[]
  exclusions?: Exclusion[]
  image?: InventoryImage
}

function plan({ components, advisories, releases, exclusions = [], image }: PlanInput) {
  const index = openIndex(npm, compileIndex(npm, advisories))
  const releasesOf: ReleasesOf = (ecosystem, name) =>
    releases && name === 'lib'
      ? {
          ecosystem,
          name,
          source: 'deps.dev',
          checkedAt: 0,
          releases: releases.map((version) => ({ version, publishedAt: 0 })),
        }
      : null
  return scanInventory({
    inventory: {
      formats: [],
      files: ['web/yarn.lock'],
      root: null,
      components,
      issues: [],
      ...(image && { image }),
    },
    issues: [],
    indexes: () => index,
    releasesOf,
    rules: {
      exclusions,
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 0, stability: 0, licensing: 0 },
    },
    open: [],
    now: 1,
  }).upgrades
}

const releases = ['1.0.0', '1.0.1', '1.1.0', '2.0.0']

describe('planUpgrades', () => {
  test('closes all findings of a version with one upgrade to the nearest clear release', () => {
    const advisories = [advisory('1', '1.0.1', { severity: 'critical' }), advisory('2', '1.1.0')]
    expect(plan({ components: [component('lib', '1.0.0')], advisories, releases })).toEqual([
      {
        ecosystem: 'npm',
        packageName: 'lib',
        displayName: 'lib',
        from: ['1.0.0'],
        to: '1.1.0',
        step: 'minor',
        isKnownRelease: true,
        isDirect: true,
        through: [],
        lockfile: 'yarn.lock',
        isMalware: false,
        instructions: [{ lockfile: 'web/yarn.lock', commands: ['yarn add lib@1.1.0'] }],
        closes: { critical: 1, high: 1, medium: 0, low: 0, none: 0, unknown: 0 },
        shared: 0,
        cves: ['CVE-2024-1', 'CVE-2024-2'],
        advisoryUuids: ['1', '2'],
      },
    ])
  })

  test('closes the most in one step if no release is clear, and lists what has no fix separately', () => {
    const advisories = [advisory('1', '1.0.1'), advisory('2', null), advisory('3', '1.1.0')]
    const upgrades = plan({ components: [component('lib', '1.0.0')], advisories, releases })
    expect(upgrades.map(({ to, cves }) => [to, cves])).toEqual([
      [null, ['CVE-2024-2']],
      ['1.1.0', ['CVE-2024-1', 'CVE-2024-3']],
    ])
  })

  test('takes no step that introduces another advisory', () => {
    const later = { ...advisory('2', null) }
    later.affected.ranges = [{ introduced: '1.0.1' }]
    const unfixed = advisory('3', null)
    const advisories = [advisory('1', '1.0.1'), later, unfixed]
    const upgrades = plan({ components: [component('lib', '1.0.0')], advisories, releases })
    expect(upgrades.map(({ to, cves }) => [to, cves])).toEqual([[null, ['CVE-2024-1', 'CVE-2024-3']]])
  })

  describe('malware', () => {
    const malware = (introduced: string, fixed: string | null = null) => {
      const record = advisory('1', fixed, { category: 'malware' })
      record.affected.ranges = [{ introduced, ...(fixed && { fixed }) }]
      return record
    }
    const planFor = (record: ReturnType<typeof malware>, known?: string[]) =>
      plan({
        components: [component('lib', '1.0.1', { locations: ['package-lock.json'] })],
        advisories: [record, advisory('2', '2.0.0')],
        ...(known && { releases: known }),
      }).map(({ to, isMalware, instructions, cves }) => [to, isMalware, instructions[0]?.commands[0], cves])

    test('is removed if every release is', () => {
      expect(planFor(malware('0'), releases)).toEqual([
        [null, true, 'npm uninstall lib', ['CVE-2024-1', 'CVE-2024-2']],
      ])
    })

    test('goes to the nearest clean release, on either side', () => {
      expect(planFor(malware('1.0.1', '1.0.2'), [...releases, '2.0.1'])).toEqual([
        ['2.0.0', true, 'npm install lib@2.0.0', ['CVE-2024-1', 'CVE-2024-2']],
      ])
      const alone = plan({
        components: [component('lib', '1.0.1', { locations: ['package-lock.json'] })],
        advisories: [malware('1.0.1')],
        releases,
      })
      expect(alone).toMatchObject([{ to: '1.0.0', isMalware: true }])
    })
  })

  test('falls back to the version that the advisory names, marked as unconfirmed', () => {
    const upgrades = plan({ components: [component('lib', '1.0.0')], advisories: [advisory('1', '1.0.5')] })
    expect(upgrades).toMatchObject([{ to: '1.0.5', isKnownRelease: false }])
  })

  test('never recommends a downgrade', () => {
    const advisories = [{ ...advisory('1', null) }]
    advisories[0]!.affected.ranges = [{ introduced: '1.0.0' }]
    const upgrades = plan({
      components: [component('lib', '1.1.0')],
      advisories,
      releases: ['0.9.0', '1.0.0'],
    })
    expect(upgrades.map(({ to }) => to)).toEqual([null])
  })

  test('merges upgrades to the same release, with the largest step, and counts shared findings', () => {
    const one = [component('lib', '1.0.0'), component('lib', '1.0.1')]
    const advisories = [advisory('1', '1.1.0')]
    expect(plan({ components: one, advisories, releases })).toMatchObject([
      { from: ['1.0.0', '1.0.1'], to: '1.1.0', step: 'minor', closes: { high: 1 }, shared: 0 },
    ])
    const lines = [{ ...advisory('1', null) }]
    lines[0]!.affected.ranges = [
      { introduced: '1.0.0', fixed: '1.1.0' },
      { introduced: '2.0.0', fixed: '2.1.0' },
    ]
    const two = [component('lib', '1.0.0'), component('lib', '2.0.0')]
    const upgrades = plan({ components: two, advisories: lines, releases: [...releases, '2.1.0'] })
    expect(upgrades).toMatchObject([
      { to: '1.1.0', closes: { high: 0 }, shared: 1, cves: [] },
      { to: '2.1.0', closes: { high: 0 }, shared: 1, cves: [] },
    ])
  })

  test('lists the direct dependencies it is introduced through, the nearest first', () => {
    const components = [
      component('near', '1.0.0'),
      component('far', '1.0.0'),
      component('between', '1.0.0', { isDirect: false, requiredBy: [1] }),
      component('lib', '1.0.0', { isDirect: false, requiredBy: [2, 0] }),
    ]
    const upgrades = plan({ components, advisories: [advisory('1', '1.0.1')], releases })
    expect(upgrades).toMatchObject([{ isDirect: false, through: ['near', 'far'] }])
  })

  test('visits cycles once', () => {
    const components = [
      component('a', '1.0.0', { isDirect: false, requiredBy: [1] }),
      component('lib', '1.0.0', { isDirect: false, requiredBy: [0] }),
    ]
    const upgrades = plan({ components, advisories: [advisory('1', '1.0.1')], releases })
    expect(upgrades).toMatchObject([{ isDirect: false, through: [] }])
  })

  test('omits excluded findings', () => {
    const target = { kind: 'cve' as const, cve: 'CVE-2024-1' }
    const exclusions = [{ uuid: 'x', domain: 'security' as const, target, projectUuid: null }]
    const advisories = [advisory('1', '1.0.1')]
    expect(plan({ components: [component('lib', '1.0.0')], advisories, releases, exclusions })).toEqual([])
  })
})

test('sorts malware first, then known exploited, then likely exploited, then by severity, and unfixable last', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 }
  const ranked = (packageName: string, more: Partial<RankedUpgrade>): RankedUpgrade => ({
    ecosystem: 'npm',
    displayName: packageName,
    from: ['1'],
    to: '2',
    step: 'patch',
    isKnownRelease: true,
    isDirect: true,
    through: [],
    lockfile: null,
    isMalware: false,
    instructions: [],
    closes: none,
    shared: 0,
    cves: [],
    advisoryUuids: [],
    packageName,
    knownExploited: 0,
    likelyExploited: 0,
    ...more,
  })
  const all = [
    ranked('unfixable', { to: null, knownExploited: 9 }),
    ranked('malware', { to: null, isMalware: true }),
    ranked('low', { closes: { ...none, low: 50 } }),
    ranked('likely', { likelyExploited: 1, closes: { ...none, low: 1 } }),
    ranked('critical', { closes: { ...none, critical: 1 } }),
    ranked('exploited', { knownExploited: 1, closes: { ...none, medium: 1 } }),
    ranked('also critical', { closes: { ...none, critical: 1 } }),
  ]
  expect(all.sort(byUrgency).map(({ packageName }) => packageName)).toEqual([
    'malware',
    'exploited',
    'likely',
    'also critical',
    'critical',
    'low',
    'unfixable',
  ])
})

describe('a package of an image', () => {
  const image: InventoryImage = {
    digest: '',
    platform: '',
    createdAt: null,
    layers: [],
    base: { name: 'registry.example.org/base:1', digest: '', createdAt: null, newest: null },
  }
  const inLayer = (isBase: boolean | null) => ({
    isDirect: null,
    layer: { index: 0, diffId: '', instruction: '', isBase },
  })
  const throughOf = (...layers: (boolean | null)[]) => {
    const components = layers.map((isBase, index) => component('lib', `1.0.${index}`, inLayer(isBase)))
    const [found] = plan({ components, advisories: [advisory('1', '2.0.0')], image })
    return [found!.isDirect, found!.through]
  }

  test('that only its base image brings is fixed through that', () => {
    expect(throughOf(true)).toEqual([false, ['registry.example.org/base:1']])
    expect(throughOf(true, true)).toEqual([false, ['registry.example.org/base:1']])
  })

  test('that own layers bring, too, or of which that is not known, is fixed there', () => {
    expect(throughOf(true, false)).toEqual([null, []])
    expect(throughOf(null)).toEqual([null, []])
  })
})
