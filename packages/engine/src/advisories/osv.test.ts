import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AffectedRange } from './advisory.ts'
import { readOsvRecord } from './osv.ts'

const V31 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
const V40 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:L/VA:N/SC:N/SI:L/SA:N'
const V2 = 'AV:N/AC:L/Au:N/C:N/I:N/A:C'

const PACKAGE = { ecosystem: 'npm', name: 'left-pad' }
const WHOLE = {
  id: 'GHSA-aaaa-bbbb-cccc',
  aliases: ['CVE-2021-1234', 'CVE-2021-1234', 7, 'GHSA-aaaa-bbbb-cccc'],
  published: '2021-03-04T05:06:07Z',
  modified: '2021-03-05T00:00:00.123456Z',
  summary: ' Pads too much ',
  details: 'It pads.',
  severity: [{ type: 'CVSS_V3', score: V31 }],
  database_specific: { severity: 'LOW', cwe_ids: ['CWE-79', 'cwe-20', 'nonsense'] },
  references: [
    { type: 'FIX', url: 'https://example.org/fix' },
    { type: 'REPORT', url: 'https://example.org/bug' },
    { type: 'WEB', url: 'https://example.org/page' },
    { type: 'WEB', url: 'https://example.org/page' },
    { type: 'WEB', url: 'javascript:alert(1)' },
  ],
  affected: [
    { package: PACKAGE, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }] },
  ],
}

const read = (document: unknown) => readOsvRecord(document, 'npm.jsonl:3')
const recordOf = (changes: object) => read({ ...WHOLE, ...changes }).record!
const codesOf = (changes: object) => read({ ...WHOLE, ...changes }).issues.map(({ code }) => code)
const rangesOf = (events: unknown, type = 'SEMVER'): AffectedRange[] =>
  recordOf({ affected: [{ package: PACKAGE, ranges: [{ type, events }] }] }).affected[0]!.ranges

test('reads all supported members', () => {
  expect(read(WHOLE)).toEqual({
    issues: [],
    record: {
      id: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2021-1234'],
      cves: ['CVE-2021-1234'],
      upstream: [],
      publishedAt: Date.UTC(2021, 2, 4, 5, 6, 7),
      modifiedAt: Date.UTC(2021, 2, 5, 0, 0, 0, 123),
      withdrawnAt: null,
      summary: 'Pads too much',
      details: 'It pads.',
      category: 'vulnerability',
      severity: 'critical',
      cvss: { score: 9.8, vector: V31, version: '3.1' },
      cwes: ['CWE-79', 'CWE-20'],
      links: [
        { type: 'CVE', url: 'CVE-2021-1234' },
        { type: 'NVD', url: 'CVE-2021-1234' },
        { type: 'FIX', url: 'https://example.org/fix' },
        { type: 'BUGTRACKER', url: 'https://example.org/bug' },
        { type: 'INFO', url: 'https://example.org/page' },
      ],
      affected: [
        {
          ecosystem: 'npm',
          name: 'left-pad',
          suffix: '',
          ranges: [{ introduced: '0', fixed: '1.2.0' }],
          versions: [],
        },
      ],
    },
  })
})

test.each([
  [null, 'document-invalid'],
  [[], 'document-invalid'],
  ['text', 'document-invalid'],
  [{}, 'id-missing'],
  [{ id: '' }, 'id-missing'],
  [{ id: 7 }, 'id-missing'],
  [{ id: 'has space' }, 'id-invalid'],
  [{ id: 'x'.repeat(201) }, 'id-invalid'],
])('rejects %j', (document, code) => {
  const { record, issues } = read(document)
  expect(record).toBeNull()
  expect(issues).toMatchObject([{ code, where: 'npm.jsonl:3' }])
})

describe('dates', () => {
  test.each([
    ['2021-03-04', Date.UTC(2021, 2, 4)],
    ['2021-03-04T05:06:07', Date.UTC(2021, 2, 4, 5, 6, 7)],
    ['2021-03-04T05:06:07+02:00', Date.UTC(2021, 2, 4, 3, 6, 7)],
    ['2021-03-04T05:06:07.123456789Z', Date.UTC(2021, 2, 4, 5, 6, 7, 123)],
    ['0001-01-01T00:00:00Z', null],
    ['1970-01-01T00:00:00Z', null],
    ['9999-12-31T00:00:00Z', null],
    ['2021-02-30T00:00:00Z', null],
    ['2021-03-04T25:00:00Z', null],
    ['March 4, 2021', null],
    ['', null],
    [1_614_834_367, null],
    [undefined, null],
  ])('reads %s as %s', (published, expected) => {
    expect(recordOf({ published }).publishedAt).toBe(expected)
  })

  test('keeps a record withdrawn if the date is invalid', () => {
    expect(recordOf({ withdrawn: '2022-01-01T00:00:00Z' }).withdrawnAt).toBe(Date.UTC(2022, 0))
    expect(recordOf({ withdrawn: 'yes' }).withdrawnAt).toBe(recordOf({}).modifiedAt)
    expect(codesOf({ withdrawn: 'yes' })).toEqual(['withdrawn-invalid'])
  })
})

describe('converting events to ranges', () => {
  test.each([
    ['in order', [{ introduced: '1.0.0' }, { fixed: '1.2.0' }], [{ introduced: '1.0.0', fixed: '1.2.0' }]],
    ['inverted', [{ fixed: '1.2.0' }, { introduced: '0' }], [{ introduced: '0', fixed: '1.2.0' }]],
    ['in one event', [{ introduced: '0', fixed: '1.2.0' }], [{ introduced: '0', fixed: '1.2.0' }]],
    ['open', [{ introduced: '2.0.0' }], [{ introduced: '2.0.0' }]],
    [
      'several, mixed up',
      [{ introduced: '2.0.0' }, { fixed: '2.10.0' }, { fixed: '1.2.0' }, { introduced: '1.0.0' }],
      [
        { introduced: '1.0.0', fixed: '1.2.0' },
        { introduced: '2.0.0', fixed: '2.10.0' },
      ],
    ],
    [
      'one version only',
      [{ last_affected: '1.0.0' }, { introduced: '1.0.0' }],
      [{ introduced: '1.0.0', lastAffected: '1.0.0' }],
    ],
    [
      'fixed twice',
      [{ introduced: '0' }, { fixed: '1.0.0' }, { fixed: '2.0.0' }],
      [{ introduced: '0', fixed: '1.0.0' }],
    ],
    [
      'limited',
      [{ introduced: '0' }, { limit: '1.0.0' }, { limit: '2.0.0' }],
      [{ introduced: '0', limit: '2.0.0' }],
    ],
    ['unlimited', [{ introduced: '0' }, { limit: '1.0.0' }, { limit: '*' }], [{ introduced: '0' }]],
    [
      'limited after its end',
      [{ introduced: '0' }, { fixed: '1.0.0' }, { limit: '2.0.0' }],
      [{ introduced: '0', fixed: '1.0.0' }],
    ],
    ['limited before its beginning', [{ introduced: '3.0.0' }, { limit: '2.0.0' }], []],
    ['without beginning', [{ fixed: '1.0.0' }], []],
    ['not readable', [{ introduced: '0' }, { fixed: 7 }], []],
  ])('%s', (_, events, expected) => {
    expect(rangesOf(events)).toEqual(expected)
  })

  test('ignores Git commits', () => {
    expect(rangesOf([{ introduced: '0' }], 'GIT')).toEqual([])
  })

  test('reports records that affect nothing', () => {
    const codes = (entry: object) => codesOf({ affected: [{ package: PACKAGE, ...entry }] })
    expect(codes({})).toEqual(['affects-nothing'])
    expect(codes({ ranges: [{ events: [{ fixed: '1.0.0' }] }] })).toEqual(['range-empty', 'affects-nothing'])
    expect(codes({ versions: ['1.0.0'], ranges: [null] })).toEqual(['range-invalid'])
    expect(codes({ versions: ['1.0.0'] })).toEqual([])
  })
})

describe('packages', () => {
  test('reports an unsupported ecosystem once and reads the others', () => {
    const elsewhere = { package: { ecosystem: 'Elsewhere:9', name: 'a' }, versions: ['1'] }
    const { record, issues } = read({ ...WHOLE, affected: [elsewhere, elsewhere, ...WHOLE.affected] })
    expect(record?.affected.map(({ name }) => name)).toEqual(['left-pad'])
    expect(issues).toMatchObject([{ code: 'ecosystem-unsupported', where: 'npm.jsonl:3#/affected/0' }])
  })

  test('separates the suffix from the ecosystem, and keeps several entries of one package', () => {
    const entry = (ecosystem: string) => ({ package: { ecosystem, name: 'drupal/a' }, versions: ['1.0.0'] })
    const affected = [entry('Packagist:https://packages.example/8'), entry('Packagist')]
    const packages = recordOf({ affected }).affected
    expect(packages.map(({ ecosystem, suffix }) => [ecosystem, suffix])).toEqual([
      ['packagist', 'https://packages.example/8'],
      ['packagist', ''],
    ])
  })

  test.each([[{}], [null], [{ package: 'left-pad' }], [{ package: { ecosystem: 'npm' } }]])(
    'reports an entry without a package: %j',
    (entry) => {
      expect(codesOf({ affected: [entry] })).toEqual(['package-missing'])
    },
  )
})

describe('severity', () => {
  const severityOf = (changes: object) => {
    const { cvss, severity } = recordOf({ severity: undefined, database_specific: undefined, ...changes })
    return [cvss?.version ?? null, severity]
  }
  const vectors = (...scores: string[]) => scores.map((score) => ({ type: 'ANY', score }))

  test.each([
    ['of the highest version', { severity: vectors(V2, V31, V40) }, ['4.0', 'medium']],
    ['of the highest that scores', { severity: vectors(V31, 'CVSS:4.0/AV:N') }, ['3.1', 'critical']],
    ['of version 2', { severity: vectors(V2) }, ['2.0', 'high']],
    [
      'of a package',
      { affected: [{ package: PACKAGE, versions: ['1.0.0'], severity: vectors(V31) }] },
      ['3.1', 'critical'],
    ],
    ['by a word', { database_specific: { severity: 'MODERATE' } }, [null, 'medium']],
    [
      'by a word of a package',
      { affected: [{ package: PACKAGE, versions: ['1.0.0'], ecosystem_specific: { severity: 'High' } }] },
      [null, 'high'],
    ],
    [
      'by the urgency of a package',
      {
        affected: [{ package: PACKAGE, versions: ['1.0.0'], ecosystem_specific: { urgency: 'unimportant' } }],
      },
      [null, 'none'],
    ],
    ['by the first word of the summary', { summary: 'Important: firefox security update' }, [null, 'high']],
    ['not by any first word', { summary: 'Highlight: high load' }, [null, 'unknown']],
    ['by a bare number', { database_specific: { cvss_v3: 7.5 } }, [null, 'high']],
    ['unknown without any', {}, [null, 'unknown']],
    ['unknown for an unknown word', { database_specific: { severity: 'spicy' } }, [null, 'unknown']],
  ])('%s', (_, changes, expected) => {
    expect(severityOf(changes)).toEqual(expected)
  })
})

test.each([
  ['by its id', { id: 'MAL-2024-1' }],
  ['by its origins', { database_specific: { 'malicious-packages-origins': [{ source: 'x' }] } }],
  [
    'by its weakness',
    { affected: [{ package: PACKAGE, database_specific: { cwes: [{ cweId: 'CWE-506' }] } }] },
  ],
])('recognizes malware %s', (_, changes) => {
  expect(recordOf(changes).category).toBe('malware')
})

test('truncates texts and replaces characters that cannot be stored', () => {
  const { details, summary } = recordOf({ details: '😀'.repeat(40_000), summary: 'a\0b\ud800c' })
  expect(details.length).toBe(65_536)
  expect(details.isWellFormed()).toBe(true)
  expect(summary).toBe('ab\ufffdc')
})

describe('fuzz', () => {
  const paths = [
    'id',
    'aliases',
    'published',
    'withdrawn',
    'severity',
    'references',
    'affected',
    'database_specific',
  ]
  const inner = ['package', 'ranges', 'versions', 'severity', 'database_specific', 'ecosystem_specific']
  const anything = fc.jsonValue({ maxDepth: 4 })

  test('reads any JSON without throwing', () => {
    fc.assert(fc.property(anything, (json) => void read(json)))
  })

  test('keeps the record, whatever the value of a member', () => {
    const change = fc.tuple(
      fc.constantFrom(...paths.slice(1)),
      fc.constantFrom(...inner),
      anything,
      fc.boolean(),
    )
    fc.assert(
      fc.property(change, ([path, key, value, isInner]) => {
        const affected = [
          { ...WHOLE.affected[0], [key]: value },
          { package: PACKAGE, ranges: [{ events: [value] }] },
        ]
        const { record, issues } = read(isInner ? { ...WHOLE, affected } : { ...WHOLE, [path]: value })
        expect(record?.id).toBe(WHOLE.id)
        for (const issue of issues) expect(issue.where).toMatch(/^npm\.jsonl:3/)
      }),
      { numRuns: 1000 },
    )
  })
})

test('reads the vulnerable functions of Go and Rust, unless a whole package is', () => {
  const symbolsOf = (specific: unknown) =>
    recordOf({ affected: [{ ...WHOLE.affected[0], ecosystem_specific: specific }] }).affected[0]!.symbols
  const net = { path: 'golang.org/x/net/html', symbols: ['Parse', 'Tokenizer.Next'] }
  expect(symbolsOf({ imports: [net, { path: 'net/http', symbols: ['Serve'] }] })).toEqual([
    'golang.org/x/net/html.Parse',
    'golang.org/x/net/html.Tokenizer.Next',
    'net/http.Serve',
  ])
  expect(symbolsOf({ imports: [net, { path: 'golang.org/x/net/idna' }] })).toBeUndefined()
  expect(symbolsOf({ affects: { functions: ['a::b::c', 7] } })).toEqual(['a::b::c'])
  expect(symbolsOf({ affects: { functions: { 'a::T::f': ['< 1.2'] } } })).toEqual(['a::T::f'])
  expect(symbolsOf({ imports: 'no', affects: [] })).toBeUndefined()
})
