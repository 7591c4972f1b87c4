import { describe, expect, test } from 'vitest'
import { blockingGaps, computeCoverage, type AcceptedGap, type CoverageInput } from './coverage.ts'
import { gapFacts, gapReasons } from './gap-reasons.ts'
import type { Component } from './inventory.ts'
import { componentOf } from './testing/component.ts'

const component = (more: Partial<Component> = {}): Component =>
  componentOf({ isDirect: null, locations: ['bom.json'], ...more })

function cover(components: Component[], more: Partial<CoverageInput> = {}) {
  return computeCoverage({
    inventory: { formats: [], files: [], root: null, components, issues: [] },
    issues: [],
    hasAdvisories: (id) => id !== 'conan',
    freshnessOf: (id) => (id === 'hex' ? 'outdated' : id === 'cran' ? 'starter' : 'current'),
    acceptedGaps: [],
    now: 1000,
    ...more,
  })
}

test.for<[string, Partial<Component>]>([
  ['version-missing', { version: '' }],
  ['version-unreadable', { version: 'latest' }],
  ['purl-missing', { ecosystem: null }],
  ['ecosystem-unsupported', { ecosystem: null, purl: 'pkg:conda/a@1' }],
  ['release-missing', { ecosystem: 'debian' }],
  ['advisories-missing', { ecosystem: 'conan' }],
  ['advisories-outdated', { ecosystem: 'hex' }],
  ['advisories-outdated', { ecosystem: 'cran' }],
])('%s: %o', ([reason, more]) => {
  const coverage = cover([component(), component(more)])
  expect(coverage).toMatchObject({ listed: 2, checked: 1 })
  expect(coverage.gaps).toMatchObject([{ reason, component: 1, where: 'bom.json', isDevelopment: false }])
  expect(blockingGaps(coverage, 'production')).toEqual(coverage.gaps)
})

test('a component that was compared with current advisories has no gap', () => {
  expect(cover([component(), component({ ecosystem: 'debian', release: '12' })])).toEqual({
    listed: 2,
    checked: 2,
    gaps: [],
  })
})

test.for<[string, string[], Partial<Component>]>([
  ['is not public', ['source-private'], { name: 'own' }],
  ['has a public name', [], { name: 'public' }],
  [
    'has a public name and outdated advisories',
    ['advisories-outdated'],
    { name: 'public', ecosystem: 'hex' },
  ],
])('a package of a private registry %s', ([, expected, more]) => {
  const origin = { kind: 'private-registry' } as const
  const { gaps } = cover([component({ ...more, origin })], { hasPackage: (_, name) => name === 'public' })
  expect(gaps.map(({ reason }) => reason)).toEqual(expected)
})

test('an unread file is a gap', () => {
  const issue = { code: 'json-invalid', message: 'No JSON.', where: 'a.json', isUnread: true as const }
  expect(cover([], { issues: [issue, { ...issue, isUnread: undefined }] }).gaps).toMatchObject([
    { reason: 'file-unread', component: null, where: 'a.json', message: 'No JSON.' },
  ])
})

test.for([
  ['any', 2],
  ['production', 1],
  ['off', 0],
] as const)('with the strictness %s, %d of two gaps block', ([strictness, count]) => {
  const gaps = cover([component({ version: '' }), component({ version: '', scope: 'test' })])
  expect(blockingGaps(gaps, strictness)).toHaveLength(count)
})

describe('an accepted gap blocks nothing', () => {
  const accept = (more: Partial<AcceptedGap>): AcceptedGap[] => [
    { uuid: 'u', subject: { file: 'bom.json' }, reason: 'known', expiresAt: null, ...more },
  ]
  const components = [component({ ecosystem: 'pypi', name: 'Some_Name', version: '' })]
  const blocking = (acceptedGaps: AcceptedGap[]) =>
    blockingGaps(cover(components, { acceptedGaps }), 'any').length

  test('by package, in any spelling', () => {
    expect(blocking(accept({ subject: { ecosystem: 'pypi', packageName: 'some-name' } }))).toBe(0)
    expect(blocking(accept({ subject: { ecosystem: 'npm', packageName: 'some-name' } }))).toBe(1)
  })

  test('by file', () => {
    expect(blocking(accept({}))).toBe(0)
    expect(blocking(accept({ subject: { file: 'other.json' } }))).toBe(1)
  })

  test('until it expires', () => {
    expect(blocking(accept({ expiresAt: 1001 }))).toBe(0)
    expect(blocking(accept({ expiresAt: 1000 }))).toBe(1)
  })

  test('and is listed with its acceptance', () => {
    const { gaps } = cover(components, { acceptedGaps: accept({}) })
    expect(gaps).toMatchObject([{ reason: 'version-missing', acceptanceUuid: 'u' }])
  })
})

test('every reason has a label, and what may hide a vulnerability says what to do', () => {
  for (const reason of gapReasons) {
    const { label, action, mayHideVulnerability } = gapFacts[reason]
    expect(label).not.toBe('')
    expect(action !== '' || !mayHideVulnerability, reason).toBe(true)
  }
})

test('an acceptance of a kind covers its packages, and nothing else of them', () => {
  const conda = (name: string) => component({ ecosystem: null, name, purl: `pkg:conda/${name}@1` })
  const { gaps } = cover(
    [conda('a'), conda('b'), component({ ecosystem: null, purl: 'pkg:nix/c@1' }), component({ version: '' })],
    { acceptedGaps: [{ uuid: 'x', subject: { kind: 'pkg:conda' }, reason: '', expiresAt: null }] },
  )
  expect(gaps.map(({ acceptanceUuid }) => acceptanceUuid)).toEqual(['x', 'x', null, null])
})
