import { factsOf } from './advisories/testing/facts.ts'
import { dayMs } from './time.ts'
import { describe, expect, test } from 'vitest'
import { openIndex } from './advisories/advisory-index.ts'
import type { AdvisoryFacts, Evidence, IndexEntry } from './advisories/advisory.ts'
import { compileIndex } from './advisories/compile-index.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'
import { ecosystemById } from './ecosystems.ts'
import type { Component, Inventory, VexStatement } from './inventory.ts'
import type { ReleasesOf } from './releases/release.ts'
import { ownProperty } from './own-property.ts'
import type { OpenFinding } from './lifetimes/finding.ts'
import type { LicensePolicy, Rules, ScanResult } from './scan-result.ts'
import { scanInventory } from './scan.ts'
import type { ScanInput } from './scan.ts'
import type { Exclusion } from './policies/exclusion.ts'
import { componentOf } from './testing/component.ts'

const now = 20_000 * dayMs

interface Advisory {
  uuid: string
  ecosystem: EcosystemId
  name: string
  introduced: string
  fixed: string
  facts: Partial<AdvisoryFacts>
}

const lodash: Advisory = {
  uuid: 'adv-lodash',
  ecosystem: 'npm',
  name: 'lodash',
  introduced: '3.7.0',
  fixed: '4.17.19',
  facts: { cve: 'CVE-2020-8203', severity: 'high', cvss: 7.4, publishedAt: now - 500 * dayMs },
}
const minimist: Advisory = {
  uuid: 'adv-minimist',
  ecosystem: 'npm',
  name: 'minimist',
  introduced: '1.0.0',
  fixed: '1.2.6',
  facts: { cve: 'CVE-2021-44906', severity: 'critical', cvss: 9.8, publishedAt: now - 300 * dayMs },
}
const urllib3: Advisory = {
  uuid: 'adv-urllib3',
  ecosystem: 'pypi',
  name: 'urllib3',
  introduced: '1.0.0',
  fixed: '1.26.17',
  facts: { severity: 'medium', publishedAt: null },
}

/** One compiled index per ecosystem that has an advisory. */
function indexesOf(advisories: Advisory[]): ScanInput['indexes'] {
  const byEcosystem = Map.groupBy(advisories, ({ ecosystem }) => ecosystem)
  const indexes = new Map(
    [...byEcosystem].map(([id, own]) => {
      const ecosystem = ecosystemById(id)
      return [id, openIndex(ecosystem, compileIndex(ecosystem, own.map(entryOf)))] as const
    }),
  )
  return (id) => indexes.get(id) ?? null
}

function entryOf({ uuid, ecosystem, name, introduced, fixed, facts }: Advisory): IndexEntry {
  return {
    facts: factsOf(uuid, { severity: 'unknown', ...facts }),
    recordId: `rec-${uuid}`,
    affected: { ecosystem, name, suffix: '', ranges: [{ introduced, fixed }], versions: [] },
  }
}

const component = (name: string, version: string, more: Partial<Component> = {}): Component =>
  componentOf({
    name,
    version,
    licenses: [{ kind: 'id', value: 'MIT' }],
    locations: ['package-lock.json'],
    ...more,
  })
const python: Partial<Component> = { ecosystem: 'pypi', locations: ['poetry.lock'] }

/** A small web application with a Python script. */
const shop: Component[] = [
  component('express', '4.18.2'),
  component('lodash', '4.17.15'),
  component('lodash', '3.10.1', {
    isDirect: false,
    requiredBy: [0],
    locations: ['legacy/package-lock.json'],
  }),
  component('lodash', '4.17.15', { isDirect: false, locations: ['legacy/package-lock.json'] }),
  component('minimist', '1.2.5', { scope: 'test', licenses: [] }),
  component('Urllib3', '1.26.15', python),
  component('firmware', '2', { ecosystem: null, licenses: [] }),
]
const inventoryOf = (components: Component[]): Inventory => ({
  formats: ['package-lock 3', 'poetry.lock 2'],
  files: ['package-lock.json', 'legacy/package-lock.json', 'poetry.lock'],
  root: null,
  components,
  issues: [],
})
const rules: Rules = {
  exclusions: [],
  licensePolicies: [],
  securityScoring: 'cvss',
  minimumScores: { security: 90, stability: 80, licensing: 95 },
}
const exclusion = (target: Exclusion['target'], domain: Exclusion['domain']): Exclusion => ({
  uuid: `exclusion-${domain}`,
  domain,
  target,
  projectUuid: null,
})
const library = (name: string) => ({ kind: 'library', ecosystem: 'npm', name, version: '*' }) as const

/** Registry data: one release more per package than the shop has. */
const releasesOf: ReleasesOf = (ecosystem, name) => {
  const published = { lodash: ['3.10.1', '4.17.15', '4.17.19'], minimist: ['1.2.5', '1.2.6'] }
  const versions = ecosystem === 'npm' ? ownProperty<string[]>(published, name) : undefined
  const releases = (name === 'urllib3' ? ['1.26.15', '1.26.17'] : versions)?.map((version, year) => ({
    version,
    publishedAt: now - (1000 - year * 365.25) * dayMs,
  }))
  return releases ? { ecosystem, name, source: 'deps.dev', checkedAt: now, releases } : null
}

const scan = (components: Component[], more: Partial<ScanInput> = {}) =>
  scanInventory({
    inventory: inventoryOf(components),
    issues: [],
    indexes: indexesOf([lodash, minimist, urllib3]),
    releasesOf,
    rules,
    open: [],
    now,
    ...more,
  })

/** The open findings after a scan, as stored for the next one. */
const openAfter = ({ comparison }: ScanResult, at = now): OpenFinding[] => [
  ...comparison.continued.map(({ finding, found }) => ({ ...finding, versions: found.versions })),
  ...comparison.opened.map((found) => ({ ...found, uuid: `f-${found.advisoryUuid}`, introducedAt: at })),
]

describe('a first scan', () => {
  const result = scan(shop)

  test('finds each advisory once per package, with all affected versions, their evidence and files', () => {
    expect(result.findings.map(({ advisoryUuid }) => advisoryUuid)).toEqual([
      'adv-lodash',
      'adv-minimist',
      'adv-urllib3',
    ])
    const range = { introduced: '3.7.0', fixed: '4.17.19' }
    const evidence: Evidence[] = [
      {
        recordId: 'rec-adv-lodash',
        packageName: 'lodash',
        order: 'SemVer 2.0.0',
        rule: { kind: 'range', range },
      },
    ]
    const files = ['legacy/package-lock.json', 'package-lock.json']
    expect(result.findings[0]).toEqual({
      ecosystem: 'npm',
      packageName: 'lodash',
      displayName: 'lodash',
      advisoryUuid: 'adv-lodash',
      versions: [
        { version: '3.10.1', evidence, locations: ['legacy/package-lock.json'], isDirect: false },
        { version: '4.17.15', evidence, locations: files, isDirect: true },
      ],
      cve: 'CVE-2020-8203',
      cves: ['CVE-2020-8203'],
      publicId: 'CVE-2020-8203',
      severity: 'high',
      rating: null,
      cvss: 7.4,
      publishedAt: now - 500 * dayMs,
      category: 'vulnerability',
      fixedVersions: ['4.17.19'],
      exclusionUuid: null,
    })
  })

  test('compares normalized names and shows them as spelled', () => {
    expect(result.findings[2]).toMatchObject({ packageName: 'urllib3', displayName: 'Urllib3' })
  })

  test('opens all findings', () => {
    expect(result.comparison).toEqual({ opened: result.findings, continued: [], ended: [] })
  })

  test('computes scores and fails the minimum', () => {
    expect(result.scores).toMatchObject({
      // 5 × 7.4, 5 × 9.8, and 5 × 5.5 for a medium one without CVSS.
      penalties: { security: 113.5, stability: 4, licensing: 2 },
      security: 0,
      stability: 96,
      licensing: 98,
    })
    expect(result.outcome).toBe('FAIL')
  })

  test('lists outdated components', () => {
    const steps = result.outdated.map(({ component, latestPatch, latestMajor }) => [
      component,
      latestPatch,
      latestMajor,
    ])
    expect(steps).toEqual([
      [1, '4.17.19', null],
      [2, null, '4.17.19'],
      [3, '4.17.19', null],
      [4, '1.2.6', null],
      [5, '1.26.17', null],
    ])
  })

  test('adds up libyears, and counts unknown components separately', () => {
    expect(result.ages.map(({ hasKnownReleases, libyears }) => [hasKnownReleases, libyears])).toEqual([
      [false, null],
      [true, 1],
      [true, 2],
      [true, 1],
      [true, 1],
      [true, 1],
      [false, null],
    ])
    expect(result.libyears).toBe(6)
    expect(scan(shop, { releasesOf: () => null })).toMatchObject({ libyears: null, outdated: [] })
  })

  test('evaluates the license of every component', () => {
    expect(result.licenses.map(({ warning }) => warning !== null)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
      true,
    ])
  })
})

test('an unchanged rescan changes nothing', () => {
  const first = scan(shop)
  const { comparison } = scan(shop, { open: openAfter(first), now: now + dayMs })
  expect([comparison.opened, comparison.ended]).toEqual([[], []])
  expect(comparison.continued.map(({ hasNewVersions }) => hasNewVersions)).toEqual([false, false, false])
})

test('the next scan records what was fixed, by what and how fast', () => {
  const open = openAfter(scan(shop))
  const next = shop
    .filter(({ name }) => name !== 'minimist')
    .map((each) => (each.name === 'lodash' ? { ...each, version: '4.17.21' } : each))
  const { comparison } = scan(next, { open, now: now + 5.5 * dayMs })
  expect(comparison.opened).toEqual([])
  expect(comparison.continued.map(({ finding }) => finding.advisoryUuid)).toEqual(['adv-urllib3'])
  expect(comparison.ended.map(({ kind, fixedBy, daysToFix }) => [kind, fixedBy, daysToFix])).toEqual([
    ['upgraded', 'lodash 4.17.21', 5],
    ['removed', 'removed', 5],
  ])
})

test('an upgrade that stays vulnerable is not a fix', () => {
  const open = openAfter(scan([component('lodash', '4.17.11')]))
  const { comparison } = scan([component('lodash', '4.17.15')], { open })
  expect(comparison).toMatchObject({ opened: [], ended: [], continued: [{ hasNewVersions: true }] })
})

test('a finding that returns opens a new lifetime', () => {
  const before = openAfter(scan([component('lodash', '4.17.15')]))
  const fixed = scan([component('lodash', '4.17.21')], { open: before })
  const again = scan([component('lodash', '4.17.15')], { open: openAfter(fixed) })
  expect(fixed.comparison.ended).toHaveLength(1)
  expect(again.comparison.opened).toHaveLength(1)
})

test('a withdrawn advisory ends its findings without a fix', () => {
  const open = openAfter(scan(shop))
  const { comparison } = scan(shop, { open, indexes: indexesOf([lodash, urllib3]) })
  expect(comparison.ended).toMatchObject([
    { finding: { advisoryUuid: 'adv-minimist' }, kind: 'advisory-changed', fixedBy: null, daysToFix: null },
  ])
})

describe('exclusions', () => {
  const excluding = (...exclusions: Exclusion[]) => ({ rules: { ...rules, exclusions } })

  test('remove a finding from score and lifetimes, but not from the list', () => {
    const open = openAfter(scan(shop))
    const more = excluding(exclusion({ kind: 'cve', cve: 'CVE-2021-44906' }, 'security'))
    const { findings, comparison, scores } = scan(shop, { ...more, open })
    expect(findings.map(({ exclusionUuid }) => exclusionUuid)).toEqual([null, 'exclusion-security', null])
    expect(comparison.ended).toMatchObject([{ finding: { packageName: 'minimist' }, kind: 'excluded' }])
    expect(scores.penalties.security).toBe(64.5)
  })

  test('of stability and licensing match by library, each in its own domain', () => {
    const stability = scan(shop, excluding(exclusion(library('lodash'), 'stability'))).scores
    const licensing = scan(shop, excluding(exclusion(library('mini*'), 'licensing'))).scores
    expect(stability.penalties).toEqual({ security: 113.5, stability: 2, licensing: 2 })
    expect(scan(shop, excluding(exclusion(library('lodash'), 'stability'))).libyears).toBe(2)
    expect(licensing.penalties).toEqual({ security: 113.5, stability: 4, licensing: 1 })
  })
})

describe('exclusions that match nothing', () => {
  const repository = { path: '.meterian', reason: 'mitigated', description: '' }
  const own = (uuid: string, target: Exclusion['target'], domain: Exclusion['domain'] = 'security') => ({
    ...exclusion(target, domain),
    uuid,
    repository,
    where: `.meterian#/${uuid}`,
  })
  const all = [
    own('used', { kind: 'cve', cve: 'cve-2020-8203' }),
    own('also', { kind: 'advisory', uuid: 'adv-lodash' }),
    own('old', { kind: 'cve', cve: 'CVE-2020-0001' }),
    own('other version', { ...library('lodash'), version: '1.0.0' }),
    own('outdated', library('lodash'), 'stability'),
    own('up to date', library('express'), 'stability'),
    own('unlicensed', library('minimist'), 'licensing'),
    own('licensed', library('express'), 'licensing'),
  ]

  test('of a repository are issues with their position', () => {
    const inventory = { ...inventoryOf(shop), exclusions: all }
    const { issues, usedExclusions, outcome } = scan([], { inventory })
    expect(issues.filter(({ code }) => code === 'exclusion-unused')).toEqual(
      [
        ['CVE-2020-0001', 'old'],
        ['lodash 1.0.0', 'other version'],
        ['express', 'up to date'],
        ['express', 'licensed'],
      ].map(([name, uuid]) => ({
        code: 'exclusion-unused',
        message: `The exclusion of ${name} matched nothing.`,
        where: `.meterian#/${uuid}`,
      })),
    )
    expect(usedExclusions).toEqual(['also', 'outdated', 'unlicensed', 'used'])
    expect(outcome).toBe(scan(shop).outcome)
  })

  test('of the account are known by those that match', () => {
    const { issues, usedExclusions } = scan(shop, { rules: { ...rules, exclusions: all } })
    expect(usedExclusions).toEqual(['also', 'outdated', 'unlicensed', 'used'])
    expect(issues.map(({ code }) => code)).not.toContain('exclusion-unused')
  })
})

describe('ancestors', () => {
  const fork = component('our-lodash', '1.0.0', {
    ancestors: [
      { ecosystem: 'npm', name: 'lodash', version: '4.17.15' },
      { ecosystem: 'npm', name: 'express', version: '4.18.2' },
    ],
  })
  const notes = (more: Partial<ScanInput> = {}) => scan([fork], more).warnings.map(({ reason }) => reason)

  test('are matched as a note that costs nothing', () => {
    const { warnings, findings, scores } = scan([fork])
    expect(warnings).toMatchObject([
      {
        component: 0,
        kind: 'ancestor-affected',
        reason: 'May be affected by CVE-2020-8203 (high) of the ancestor lodash 4.17.15.',
      },
    ])
    expect(findings).toEqual([])
    expect(scores).toMatchObject({ security: 100, stability: 100 })
  })

  test('are not mentioned if a patch, a statement or an exclusion covers the advisory', () => {
    const patched = {
      ids: ['CVE-2020-8203'],
      status: 'fixed',
      justification: null,
      detail: '',
      components: [0],
    } as const
    const vex = [{ ...patched, ids: [...patched.ids], components: [...patched.components] }]
    expect(notes({ inventory: { ...inventoryOf([fork]), vex } })).toEqual([])
    const exclusions = [exclusion({ kind: 'cve', cve: 'CVE-2020-8203' }, 'security')]
    expect(notes({ rules: { ...rules, exclusions } })).toEqual([])
    expect(notes()).toHaveLength(1)
  })
})

describe('VEX statements of the document', () => {
  const withStatement = (statement: Partial<VexStatement>) => {
    const all = { ids: ['CVE-2020-8203'], justification: 'code_not_reachable', detail: '', components: [] }
    return { ...inventoryOf(shop), vex: [{ ...all, status: 'not_affected' as const, ...statement }] }
  }
  const opinion = { status: 'not_affected', justification: 'code_not_reachable', detail: '' }

  test.for([['not_affected'], ['fixed']] as const)(
    'of %s take a finding out of score and lifetimes',
    ([status]) => {
      const open = openAfter(scan(shop))
      const { findings, comparison, scores } = scan(shop, { inventory: withStatement({ status }), open })
      expect(findings[0]?.versions.map(({ vex }) => vex)).toEqual([
        { ...opinion, status },
        { ...opinion, status },
      ])
      expect(comparison.ended).toMatchObject([
        { finding: { packageName: 'lodash' }, kind: 'excluded', fixedBy: null, daysToFix: null },
      ])
      expect(comparison.opened).toEqual([])
      expect(scores.penalties.security).toBe(76.5)
    },
  )

  test('do not clear a finding if they leave out a version or are still under investigation', () => {
    const first = scan(shop, { inventory: withStatement({ components: [1, 3] }) })
    expect(first.findings[0]?.versions.map(({ vex }) => vex?.status)).toEqual([undefined, 'not_affected'])
    const second = scan(shop, {
      inventory: withStatement({ status: 'under_investigation' }),
      open: openAfter(first),
    })
    expect(second.findings[0]?.versions[0]?.vex).toMatchObject({ status: 'under_investigation' })
    expect([first.scores, second.scores]).toEqual([scan(shop).scores, scan(shop).scores])
    expect(second.comparison).toMatchObject({ opened: [], ended: [] })
  })

  test('open a new lifetime when they are gone', () => {
    const cleared = scan(shop, { inventory: withStatement({}) })
    const { comparison } = scan(shop, { open: openAfter(cleared) })
    expect(comparison.opened).toMatchObject([{ packageName: 'lodash' }])
  })
})

test('a license that a policy cannot evaluate counts like none', () => {
  const terms = component('x', '1.0.0', { licenses: [{ kind: 'name', value: 'Our Terms' }] })
  const scored = (...licensePolicies: LicensePolicy[]) =>
    scan([terms], { rules: { ...rules, licensePolicies } }).scores.licensing
  const deny: LicensePolicy = { name: 'no copyleft', mode: 'DENY', licenses: ['GPL-3.0-only'] }
  expect([scored(), scored(deny)]).toEqual([100, 99])
  const allow: LicensePolicy = { name: 'permissive', mode: 'ALLOW', licenses: ['MIT'] }
  expect([scored(allow), scored({ ...allow, denyUnknown: false })]).toEqual([0, 99])
})

test('a license policy violation makes licensing 0', () => {
  const copyleft = component('x', '1.0.0', { licenses: [{ kind: 'id', value: 'GPL-3.0-only' }] })
  const policy: LicensePolicy = { name: 'no copyleft', mode: 'DENY', licenses: ['GPL-3.0-only'] }
  const result = scan([copyleft], { rules: { ...rules, licensePolicies: [policy] } })
  expect(result.scores.licensing).toBe(0)
  expect(result.licenses[0]?.violations).toEqual([{ policy: 'no copyleft', license: 'GPL-3.0-only' }])
})

describe('components that cannot be analyzed', () => {
  test('an ecosystem without advisories is reported and ends its findings as coverage lost', () => {
    const open = openAfter(scan(shop))
    const issue = { code: 'purl-invalid', message: 'No purl.', where: 'sbom.json#/components/3' }
    const { issues, comparison } = scan(shop, {
      open,
      issues: [issue],
      indexes: indexesOf([lodash, minimist]),
    })
    expect(issues.map(({ code, where }) => [code, where])).toEqual([
      ['purl-invalid', 'sbom.json#/components/3'],
      ['advisories-missing', 'pypi'],
    ])
    expect(issues[1]?.message).toContain('PyPI')
    expect(comparison.ended).toMatchObject([{ finding: { packageName: 'urllib3' }, kind: 'coverage-lost' }])
  })

  test('an index that fails to load fails the scan instead of ending findings', () => {
    const indexes = () => {
      throw new Error('index is unreadable')
    }
    expect(() => scan(shop, { open: openAfter(scan(shop)), indexes })).toThrow('index is unreadable')
  })

  test.for<[string, Component[], string]>([
    ['an empty inventory', [], 'PASS'],
    ['components without ecosystem', [component('firmware', '2', { ecosystem: null })], 'UNDECLARED'],
    ['components without version', [component('lodash', '')], 'UNDECLARED'],
    [
      'an ecosystem without advisories',
      [component('serde', '1.0.0', { ecosystem: 'crates.io' })],
      'UNDECLARED',
    ],
    [
      'one component that can and one that cannot',
      [component('firmware', '2', { ecosystem: null }), component('a', '1.0.0')],
      'UNDECLARED',
    ],
    [
      'one component that can and one of the tests that cannot',
      [component('firmware', '2', { ecosystem: null, scope: 'test' }), component('a', '1.0.0')],
      'PASS',
    ],
  ])('outcome of %s: %s', ([, components, outcome]) => {
    expect(scan(components).outcome).toBe(outcome)
  })
})
