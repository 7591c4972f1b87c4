import { factsOf } from './testing/facts.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import { type AdvisoryIndex, openIndex } from './advisory-index.ts'
import type { AdvisoryFacts, AffectedRange, Evidence, IndexEntry } from './advisory.ts'
import { compileIndex } from './compile-index.ts'
import type { SkippedRange } from './compile-index.ts'
import { HEADER, IndexFormatError } from './index-format.ts'
import { findFixes } from './find-fixes.ts'

const npm = ecosystemById('npm')
const safe = (index: AdvisoryIndex, version: string) =>
  findFixes({ ecosystem: npm, index, releases: null, name: 'left-pad', version }).safeVersions

const facts = (advisoryUuid: string, more: Partial<AdvisoryFacts> = {}): AdvisoryFacts =>
  factsOf(advisoryUuid, {
    cve: 'CVE-2020-0001',
    cvss: 7.5,
    publishedAt: Date.UTC(2020, 1, 2, 3, 4, 5, 678),
    ...more,
  })

function entry(
  about: string | AdvisoryFacts,
  { name = 'left-pad', ranges = [], versions = [], record = 'R' }: EntryOptions,
): IndexEntry {
  const affected = { ecosystem: 'npm' as const, name, suffix: '', ranges, versions }
  return { facts: typeof about === 'string' ? facts(about) : about, recordId: record, affected }
}

interface EntryOptions {
  name?: string
  ranges?: AffectedRange[]
  versions?: string[]
  record?: string
}

const evidence = (recordId: string, rule: Evidence['rule']): Evidence => ({
  recordId,
  packageName: 'left-pad',
  order: 'SemVer 2.0.0',
  rule,
})

const open = (...entries: IndexEntry[]) => openIndex(npm, compileIndex(npm, entries))

describe('match', () => {
  test('combines the evidence of one advisory from all its records, in any order', () => {
    const index = open(
      entry('u1', { record: 'GHSA-1', ranges: [{ introduced: '0', fixed: '1.2.0' }] }),
      entry('u2', { record: 'OTHER', ranges: [{ introduced: '0' }] }),
      entry('u1', {
        record: 'NSWG-1',
        versions: ['1.1.0'],
        ranges: [{ introduced: '3.0.0', fixed: '3.0.1' }],
      }),
    )
    expect(index.size).toBe(2)
    expect(index.match('left-pad', '1.1.0')).toEqual([
      {
        facts: facts('u1'),
        rating: null,
        evidence: [
          evidence('GHSA-1', { kind: 'range', range: { introduced: '0', fixed: '1.2.0' } }),
          evidence('NSWG-1', { kind: 'version', version: '1.1.0' }),
        ],
        fixedVersions: ['1.2.0', '3.0.1'],
      },
      {
        facts: facts('u2'),
        rating: null,
        evidence: [evidence('OTHER', { kind: 'range', range: { introduced: '0' } })],
        fixedVersions: [],
      },
    ])
  })

  test.each<[string, AffectedRange, string[]]>([
    ['fixed is excluded', { introduced: '1.0.0', fixed: '2.0.0' }, ['1.0.0', '1.5.0']],
    [
      'last affected is included',
      { introduced: '1.0.0', lastAffected: '2.0.0' },
      ['1.0.0', '1.5.0', '2.0.0'],
    ],
    ['limit is excluded', { introduced: '0', limit: '1.0.0' }, ['0.9.0']],
    [
      'the nearer of fixed and limit counts',
      { introduced: '0', fixed: '2.0.0', limit: '1.5.0' },
      ['0.9.0', '1.0.0'],
    ],
    ['an open range has no end', { introduced: '1.5.0' }, ['1.5.0', '2.0.0', '2.0.1']],
    ['an empty range holds nothing', { introduced: '2.0.0', fixed: '1.0.0' }, []],
  ])('%s', (_, range, expected) => {
    const index = open(entry('u', { ranges: [range] }))
    const versions = ['0.9.0', '1.0.0', '1.5.0', '2.0.0', '2.0.1']
    expect(versions.filter((version) => index.match('left-pad', version).length > 0)).toEqual(expected)
  })

  test('has the vulnerable functions of the records that match, beside versions that cannot be ordered', () => {
    const own = (record: string, about: object) => {
      const { affected, ...rest } = entry('u', { record, ranges: [{ introduced: '0', fixed: '1.0.0' }] })
      return { ...rest, affected: { ...affected, ...about } }
    }
    const index = open(
      own('A', { versions: ['odd one'], symbols: ['m.F', 'm.T.G'] }),
      own('B', {}),
      own('C', { symbols: ['m.F', 'm.H'] }),
      own('D', { ranges: [{ introduced: '5.0.0' }], symbols: ['m.Later'] }),
      entry('other', { ranges: [{ introduced: '0' }] }),
    )
    expect(index.match('left-pad', '0.5.0')[0]?.symbols).toEqual(['m.F', 'm.T.G', 'm.H'])
    expect(index.match('left-pad', 'odd one')[0]?.symbols).toEqual(['m.F', 'm.T.G'])
    expect(
      index.match('left-pad', '5.1.0').find(({ facts: { advisoryUuid } }) => advisoryUuid === 'other'),
    ).not.toHaveProperty('symbols')
    expect(index.describe('left-pad')).not.toContain('m.F')
  })

  test('matches a listed version in any equivalent spelling', () => {
    const pypi = ecosystemById('pypi')
    const affected = {
      ecosystem: 'pypi' as const,
      name: 'Left_Pad',
      suffix: '',
      ranges: [],
      versions: ['1.0'],
    }
    const index = openIndex(pypi, compileIndex(pypi, [{ facts: facts('u'), recordId: 'R', affected }]))
    expect(index.match('left-pad', '1.0.0')[0]?.evidence).toEqual([
      { recordId: 'R', packageName: 'left-pad', order: 'PEP 440', rule: { kind: 'version', version: '1.0' } },
    ])
    expect(index.match('left-pad', '1.0.1')).toEqual([])
  })

  test('matches a version that cannot be ordered if it is listed literally or every version is affected', () => {
    const index = open(
      entry('open', { ranges: [{ introduced: '0' }] }),
      entry('fixed', { ranges: [{ introduced: '0', fixed: '2.0.0' }] }),
      entry('later', { ranges: [{ introduced: '0.0.1' }] }),
      entry('listed', { versions: ['not a version'] }),
    )
    const found = (version: string) =>
      index.match('left-pad', version).map((match) => match.facts.advisoryUuid)
    expect(found('not a version')).toEqual(['open', 'listed'])
    expect(found('not a Version')).toEqual(['open'])
    expect(found('1.0.0')).toEqual(['open', 'fixed', 'later'])
  })

  test('does not match other names', () => {
    const index = open(entry('u', { ranges: [{ introduced: '0' }] }))
    expect([index.has('left-pad'), index.has('left-pa'), index.has('')]).toEqual([true, false, false])
    expect(index.match('right-pad', '1.0.0')).toEqual([])
    expect(index.fixedVersions('right-pad', '1.0.0')).toEqual([])
    expect(open().match('left-pad', '1.0.0')).toEqual([])
  })

  test('finds each of 3,000 packages, and no others', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `päckage-${at}`)
    const index = open(...names.map((name) => entry(name, { name, versions: ['1.0.0'] })))
    const found = names.filter((name) => index.match(name, '1.0.0')[0]?.facts.advisoryUuid === name)
    expect(found).toHaveLength(3000)
    expect(names.some((name) => index.has(`${name}x`))).toBe(false)
  })
})

test('facts are restored as they were written', () => {
  const all = [
    facts('plain'),
    facts('empty', {
      cve: null,
      cves: [],
      publicId: null,
      severity: 'unknown',
      cvss: null,
      publishedAt: null,
    }),
    facts('zero', { severity: 'none', cvss: 0, publishedAt: 0, category: 'malware' }),
    facts('full', { severity: 'critical', cvss: 10 }),
    facts('several', { cve: null, cves: ['CVE-2020-0001', 'CVE-2020-0002'] }),
  ]
  const index = open(...all.map((each) => entry(each, { versions: ['1.0.0'] })))
  expect(index.match('left-pad', '1.0.0').map((match) => match.facts)).toEqual(all)
})

test('a range with an invalid bound is reported and matches nothing', () => {
  const skipped: SkippedRange[] = []
  const range = { introduced: '0', fixed: '~' }
  const entries = [
    entry('u', { ranges: [range, { introduced: '5.0.0' }] }),
    entry('gone', { ranges: [range], record: 'S' }),
  ]
  const index = openIndex(
    npm,
    compileIndex(npm, entries, (each) => skipped.push(each)),
  )
  expect(skipped).toEqual([
    { recordId: 'R', packageName: 'left-pad', range },
    { recordId: 'S', packageName: 'left-pad', range },
  ])
  expect(index.match('left-pad', '1.0.0')).toEqual([])
  expect(index.match('left-pad', '5.0.0')).toHaveLength(1)
  expect(index.size).toBe(1)
})

test('fixed versions are sorted and unique', () => {
  const fixed = ['10.0.0', '2.0.0', '1.9.0', '2.0.0'].map((version) => ({ introduced: '0', fixed: version }))
  const index = open(entry('u', { ranges: fixed, versions: ['7.0.0'] }))
  expect(index.fixedVersions('left-pad', '1.0.0')).toEqual(['1.9.0', '2.0.0', '10.0.0'])
})

test('safe versions are the newest unaffected fixed version of each step', () => {
  const fixed = ['1.0.5', '1.0.6', '1.1.0', '1.2.0', '2.0.0-rc.1', '2.0.0', '3.0.0', '0.9.9']
  const index = open(
    entry('u', { ranges: fixed.map((version) => ({ introduced: '0', fixed: version })) }),
    entry('v', { versions: ['1.0.6', '3.0.0'] }),
  )
  // Versions such as '1.0.5' are fixed in one range and affected in the next: only versions outside of all ranges are safe.
  expect(safe(index, '1.0.0')).toEqual({
    latestPatch: null,
    latestMinor: null,
    latestMajor: null,
  })
  const apart = open(
    entry('u', { ranges: [{ introduced: '1.0.0', fixed: '1.0.5' }] }),
    entry('v', { ranges: [{ introduced: '1.0.0', fixed: '1.0.4' }] }),
    entry('w', { ranges: [{ introduced: '1.1.0', fixed: '1.1.2' }] }),
    entry('x', { ranges: [{ introduced: '0.1.0', fixed: '0.1.1' }] }),
    entry('y', { ranges: [{ introduced: '2.0.0-a', fixed: '2.0.0-rc.1' }] }),
    entry('z', {
      ranges: [
        { introduced: '3.0.0', fixed: '3.0.1' },
        { introduced: '4.0.0', fixed: '4.0.1' },
      ],
      versions: ['4.0.1'],
    }),
  )
  expect(safe(apart, '1.0.1')).toEqual({
    latestPatch: '1.0.5',
    latestMinor: '1.1.2',
    latestMajor: '3.0.1',
  })
  const none = { latestPatch: null, latestMinor: null, latestMajor: null }
  expect(safe(apart, '9.0.0')).toEqual(none)
  expect(safe(apart, 'latest')).toEqual(none)
})

describe('the index file', () => {
  let bytes: Uint8Array
  beforeAll(() => {
    bytes = compileIndex(npm, [entry('u', { ranges: [{ introduced: '0', fixed: '1.0.0' }] })])
  })
  const isAffected = (file: Uint8Array) => openIndex(npm, file).match('left-pad', '0.1.0').length === 1

  test('is deterministic', () => {
    const again = compileIndex(npm, [entry('u', { ranges: [{ introduced: '0', fixed: '1.0.0' }] })])
    expect(again).toEqual(bytes)
  })

  test('can be opened in shared memory and at any offset of a larger buffer', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    const larger = new Uint8Array(bytes.length + 9)
    larger.set(bytes, 3)
    expect(isAffected(shared)).toBe(true)
    expect(isAffected(larger.subarray(3, 3 + bytes.length))).toBe(true)
  })

  test('is rejected if any byte is corrupted', () => {
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice()
      damaged[at]! ^= 0x10
      expect(() => openIndex(npm, damaged)).toThrow(IndexFormatError)
    }
  })

  test.each([0, 4, 60, 64, 67])('is rejected if truncated to %d bytes', (length) => {
    expect(() => openIndex(npm, bytes.subarray(0, length))).toThrow(IndexFormatError)
  })

  test('is rejected with another format version or for another ecosystem, by name', () => {
    const later = bytes.slice()
    later[HEADER.formatVersion * 4] = 99
    expect(() => openIndex(npm, later)).toThrow('The index has format 99')
    expect(() => openIndex(ecosystemById('maven'), bytes)).toThrow('The index is of npm, not of maven.')
  })
})
