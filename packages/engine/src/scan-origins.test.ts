import { expect, test } from 'vitest'
import { openIndex } from './advisories/advisory-index.ts'
import type { IndexEntry } from './advisories/advisory.ts'
import { describeEvidence } from './advisories/describe-evidence.ts'
import { compileIndex } from './advisories/compile-index.ts'
import { ecosystemById } from './ecosystems.ts'
import type { Component, ComponentOrigin, OriginKind } from './inventory.ts'
import type { OpenFinding } from './lifetimes/finding.ts'
import { scanInventory } from './scan.ts'
import { componentOf } from './testing/component.ts'

const now = Date.UTC(2026, 0, 1)
const facts = {
  cve: null,
  cves: [],
  publicId: null,
  severity: 'unknown',
  cvss: null,
  publishedAt: now,
  epss: null,
} as const
const npm = ecosystemById('npm')

const entryOf = (uuid: string, category: 'malware' | 'vulnerability'): IndexEntry => ({
  facts: { advisoryUuid: uuid, ...facts, category, knownExploited: false },
  recordId: category === 'malware' ? 'MAL-2026-1' : 'GHSA-1',
  affected: { ecosystem: 'npm', name: 'squat', suffix: '', ranges: [{ introduced: '0' }], versions: [] },
})
const index = openIndex(npm, compileIndex(npm, [entryOf('mal', 'malware'), entryOf('flaw', 'vulnerability')]))

const squat = (origin?: ComponentOrigin, version = '1.0.0'): Component =>
  componentOf({
    name: 'squat',
    version,
    purl: `pkg:npm/squat@${version}`,
    locations: ['package-lock.json'],
    ...(origin && { origin }),
  })

const scan = (components: Component[], open: OpenFinding[] = []) =>
  scanInventory({
    inventory: { formats: [], files: ['package-lock.json'], root: null, components, issues: [] },
    issues: [],
    indexes: (id) => (id === 'npm' ? index : null),
    rules: {
      exclusions: [],
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 0, stability: 0, licensing: 0 },
    },
    open,
    now,
  })

const foundIn = (components: Component[]) =>
  scan(components)
    .findings.map(({ advisoryUuid }) => advisoryUuid)
    .sort()
const confusions = (components: Component[]) =>
  scan(components).issues.filter(({ code }) => code === 'dependency-confusion')

test.each(['git', 'folder', 'file', 'private-registry'] satisfies OriginKind[])(
  'malware of the public registry is none from %s, whose ordinary advisories match',
  (kind) => {
    expect(foundIn([squat({ kind })])).toEqual(['flaw'])
    expect(scan([squat({ kind })]).findings[0]?.versions[0]?.origin).toEqual({ kind })
  },
)

test.each([undefined, { kind: 'public-registry' } as const])(
  'malware is a finding from the public registry and from an unknown origin',
  (origin) => {
    expect(foundIn([squat(origin)])).toEqual(['flaw', 'mal'])
    expect(confusions([squat(origin)])).toEqual([])
  },
)

test('the same version from a repository and from the registry is malware', () => {
  const both = [squat({ kind: 'git' }), squat({ kind: 'public-registry' })]
  expect(foundIn(both)).toEqual(['flaw', 'mal'])
  const flaw = scan(both).findings.find(({ advisoryUuid }) => advisoryUuid === 'flaw')
  expect(flaw?.versions).toMatchObject([
    { evidence: [{ recordId: 'GHSA-1' }], origin: { kind: 'public-registry' } },
  ])
})

test('a name from a private registry that is malware on the public one is a warning, once per name', () => {
  const origin = { kind: 'private-registry', address: 'https://npm.example.org' } as const
  const issues = confusions([squat(origin), squat(origin, '1.1.0'), squat({ kind: 'git' })])
  expect(issues).toMatchObject([
    { where: 'package-lock.json', message: expect.stringContaining('MAL-2026-1') },
  ])
  expect(issues[0]?.message).toContain('https://npm.example.org')
  const other = scan([{ ...squat(origin), name: 'other' }])
  expect(other.issues.map(({ code }) => code)).not.toContain('dependency-confusion')
})

const openMalware = (origin?: ComponentOrigin): OpenFinding => ({
  uuid: 'open',
  ecosystem: 'npm',
  packageName: 'squat',
  advisoryUuid: 'mal',
  displayName: 'squat',
  versions: [
    {
      version: '1.0.0',
      evidence: [],
      locations: ['package-lock.json'],
      isDirect: true,
      ...(origin && { origin }),
    },
  ],
  introducedAt: now,
  publishedAt: now,
})

test('a finding of malware that the origin refutes ends without a fix, one whose package now comes from elsewhere with one', () => {
  const endsAs = (open: OpenFinding) => scan([squat({ kind: 'git' })], [open]).comparison.ended[0]?.kind
  expect(endsAs(openMalware())).toBe('advisory-changed')
  expect(endsAs(openMalware({ kind: 'public-registry' }))).toBe('upgraded')
})

test('the evidence of a finding says that its package is from a private registry', () => {
  const evidenceOf = (kind: OriginKind) => {
    const { evidence, origin } = scan([squat({ kind })]).findings[0]!.versions[0]!
    return describeEvidence(evidence[0]!, origin)
  }
  expect(evidenceOf('private-registry')).toContain('from a private registry')
  expect(evidenceOf('git')).not.toContain('private')
})
