import { factsOf } from '../advisories/testing/facts.ts'
import { describe, expect, it } from 'vitest'
import type { Match } from '../advisories/advisory.ts'
import type { Component, VexStatement } from '../inventory.ts'
import { isCleared, readAssessments } from './vex.ts'
import { componentOf } from '../testing/component.ts'

const component = (version: string): Component =>
  componentOf({ ecosystem: 'pypi', version, isDirect: null, locations: ['bom.json'] })
const components = [component('1'), component('1'), component('2')]
const match: Match = {
  facts: factsOf('cccccccc-0000-4000-8000-000000000000', { cve: 'CVE-2020-1' }),
  rating: null,
  evidence: [
    {
      recordId: 'GHSA-aaaa',
      packageName: 'a',
      order: 'PEP 440',
      rule: { kind: 'version', version: '1' },
    },
  ],
  fixedVersions: [],
}
const statement = (more: Partial<VexStatement>): VexStatement => ({
  ids: ['CVE-2020-1'],
  status: 'not_affected',
  justification: null,
  detail: '',
  components: [],
  ...more,
})
const statusOf = (vex: VexStatement[], of: Component[], advisoryOf?: (id: string) => string | null) =>
  readAssessments({ components, vex }, { advisoryOf })(of, match)?.status ?? null

describe('a statement is matched', () => {
  it.each([['CVE-2020-1'], ['cve-2020-1'], ['GHSA-aaaa']])('by %s', (id) => {
    expect(statusOf([statement({ ids: ['other', id] })], [components[0]!])).toBe('not_affected')
  })

  it('by an alias that only the advisory data contains', () => {
    const advisoryOf = (id: string) => (id === 'PYSEC-1' ? match.facts.advisoryUuid : null)
    expect(statusOf([statement({ ids: ['PYSEC-1'] })], [components[0]!], advisoryOf)).toBe('not_affected')
    expect(statusOf([statement({ ids: ['PYSEC-1'] })], [components[0]!])).toBeNull()
  })

  it('only by equal ids', () => {
    expect(statusOf([statement({ ids: ['CVE-2020-11'] })], [components[0]!])).toBeNull()
  })
})

it('a match of several vulnerabilities needs a statement on each, or on their advisory', () => {
  const cves = ['CVE-2020-1', 'CVE-2020-2']
  const several = { ...match, facts: { ...match.facts, cve: null, cves } }
  const assess = (...vex: VexStatement[]) =>
    readAssessments({ components, vex })([components[0]!], several)?.status ?? null
  const [first, second] = [statement({}), statement({ ids: ['CVE-2020-2'] })]
  expect([assess(first), assess(second)]).toEqual([null, null])
  expect(assess(first, second)).toBe('not_affected')
  expect(assess(first, { ...second, status: 'affected' })).toBe('affected')
  expect(assess(statement({ ids: ['GHSA-aaaa'] }))).toBe('not_affected')
  const named = { ...match, facts: { ...match.facts, cves } }
  expect(readAssessments({ components, vex: [second] })([components[0]!], named)?.status).toBe('not_affected')
})

describe('an assessment of several components', () => {
  it.each<[string, Partial<VexStatement>[], number[], string | null]>([
    ['covers all components', [{ components: [0, 1] }], [0, 1], 'not_affected'],
    ['does not cover one of them', [{ components: [0] }], [0, 1], null],
    [
      'consists of a statement per component',
      [{ components: [0] }, { status: 'fixed', components: [1] }],
      [0, 1],
      'not_affected',
    ],
    [
      'has one under investigation',
      [{ components: [0] }, { status: 'under_investigation', components: [1] }],
      [0, 1],
      'under_investigation',
    ],
    [
      'has one under investigation and does not mention the other',
      [{ status: 'under_investigation', components: [1] }],
      [0, 1],
      'under_investigation',
    ],
    [
      'has one affected',
      [
        { status: 'under_investigation', components: [0] },
        { status: 'affected', components: [1] },
      ],
      [0, 1],
      'affected',
    ],
    ['contradicts itself', [{}, { status: 'affected' }], [0], 'affected'],
    ['covers only another component', [{ components: [2] }], [0], null],
  ])('%s', (...[, vex, of, expected]) => {
    const affected = of.map((index) => components[index]!)
    expect(statusOf(vex.map(statement), affected)).toBe(expected)
    expect(statusOf(vex.map(statement).toReversed(), affected)).toBe(expected)
  })
})

it('only statements of not affected and fixed clear a finding', () => {
  const isClearedBy = (status: VexStatement['status']) =>
    isCleared({ status, justification: null, detail: '' })
  expect([isClearedBy('not_affected'), isClearedBy('fixed')]).toEqual([true, true])
  expect([isClearedBy('affected'), isClearedBy('under_investigation'), isCleared(undefined)]).toEqual([
    false,
    false,
    false,
  ])
})

describe('statements of separate documents', () => {
  const source = (at: number, isOfProject = false) => ({
    documentUuid: `d${at}`,
    author: 'a',
    at,
    isOfProject,
  })
  const assess = (vex: VexStatement[], effect?: 'show') =>
    readAssessments({ components, vex }, { effect })([components[0]!], match)

  it.each<[string, Partial<VexStatement>[], string]>([
    [
      'the newest takes precedence',
      [{ source: source(1) }, { status: 'affected', source: source(2) }],
      'affected',
    ],
    [
      'the newest counts, be it the less cautious',
      [{ source: source(2) }, { status: 'affected', source: source(1) }],
      'not_affected',
    ],
    [
      'at the same time, the most cautious takes precedence',
      [{ source: source(1) }, { status: 'affected', source: source(1) }],
      'affected',
    ],
    [
      "the project's takes precedence over the account's",
      [{ source: source(1, true) }, { status: 'affected', source: source(2) }],
      'not_affected',
    ],
    [
      "the scanned document's takes precedence over the account's",
      [{}, { status: 'affected', source: source(2) }],
      'not_affected',
    ],
    [
      "the project's takes precedence over the scanned document's",
      [{}, { status: 'affected', source: source(1, true) }],
      'affected',
    ],
  ])('%s', (_title, statements, expected) => {
    const vex = statements.map(statement)
    expect(assess(vex)?.status).toBe(expected)
    expect(assess(vex.toReversed())?.status).toBe(expected)
  })

  it('have an author, a time and a document', () => {
    expect(assess([statement({ source: source(1, true) })])?.source).toEqual({
      documentUuid: 'd1',
      author: 'a',
      at: 1,
    })
  })

  it('clear nothing if they are only shown', () => {
    const shown = assess([statement({})], 'show')
    expect(shown).toMatchObject({ status: 'not_affected', isInformational: true })
    expect(isCleared(shown!)).toBe(false)
  })
})
