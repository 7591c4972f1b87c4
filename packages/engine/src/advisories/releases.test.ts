import { describe, expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import { openIndex } from './advisory-index.ts'
import { toQuery, appliesTo } from './package-query.ts'
import { clusterEntries } from './clusters.ts'
import { compileIndex } from './compile-index.ts'
import { readOsvRecord } from './osv.ts'
import { findFixes } from './find-fixes.ts'

const debian = ecosystemById('debian')

function affected(suffix: string, fixed: string, versions: string[] = []) {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }]
  return { package: { ecosystem: `Debian${suffix}`, name: 'openssl' }, ranges, versions }
}

function open(...documents: { id: string; affected: ReturnType<typeof affected>[] }[]) {
  const entries = documents.flatMap((document) =>
    clusterEntries(document.id, [readOsvRecord(document, '').record!]),
  )
  return openIndex(debian, compileIndex(debian, entries))
}

const index = open(
  { id: 'A', affected: [affected(':11', '1.1.1w-0+deb11u1'), affected(':12', '3.0.11-1~deb12u2')] },
  { id: 'B', affected: [affected('', '3.0.0-1', ['2.9~odd version'])] },
)
const idsOf = (version: string, release?: string) =>
  index.match('openssl', version, release).map(({ facts }) => facts.advisoryUuid)

describe('an advisory for a distribution release', () => {
  test('matches only packages of its release, or of any release if it names none', () => {
    expect(idsOf('1.1.1n-0+deb11u3', '11')).toEqual(['A', 'B'])
    expect(idsOf('1.1.1w-0+deb11u1', '11')).toEqual(['B'])
    expect(idsOf('3.0.9-1', '12')).toEqual(['A'])
    expect(idsOf('3.0.9-1', '11')).toEqual([])
    expect(idsOf('1.1.1n-0', '13')).toEqual(['B'])
    expect(idsOf('2.9~odd version', '13')).toEqual(['B'])
  })

  test('does not match a package without a release', () => {
    expect(idsOf('1.1.1n-0')).toEqual(['B'])
    expect(idsOf('3.0.9-1')).toEqual([])
  })

  test('has only the fixed versions of the release', () => {
    const [match] = index.match('openssl', '3.0.9-1', '12')
    expect(match?.fixedVersions).toEqual(['3.0.11-1~deb12u2'])
    expect(index.fixedVersions('openssl', '1', '11')).toEqual(['1.1.1w-0+deb11u1', '3.0.0-1'])
    expect(index.fixedVersions('openssl', '1', '12')).toEqual(['3.0.0-1', '3.0.11-1~deb12u2'])
    expect(index.fixedVersions('openssl', '1')).toEqual(['3.0.0-1'])
  })

  test('has only the safe versions of the release', () => {
    const safe = (version: string, release: string) =>
      findFixes({ ecosystem: debian, index, releases: null, name: 'openssl', version, release }).safeVersions
    const patch = { latestPatch: '3.0.11-1~deb12u2', latestMinor: null, latestMajor: null }
    expect(safe('3.0.9-1', '12')).toEqual(patch)
    expect(safe('1.1.1n-0', '11')).toEqual({ latestPatch: null, latestMinor: null, latestMajor: '3.0.0-1' })
    expect(safe('3.0.12-1', '12')).toEqual({ latestPatch: null, latestMinor: null, latestMajor: null })
  })
})

test('toQuery uses the name and version of the source package', () => {
  const libssl3 = { name: 'libssl3', version: '3.0.9-1+b1', release: '12' }
  expect(toQuery({ ...libssl3, source: { name: 'openssl', version: '3.0.9-1' } })).toEqual({
    name: 'openssl',
    version: '3.0.9-1',
    release: '12',
  })
  expect(toQuery(libssl3)).toEqual(libssl3)
})

test('appliesTo compares the name, and the release unless the record is for all releases', () => {
  const says = (suffix: string) => ({
    ecosystem: 'debian' as const,
    name: 'OpenSSL',
    suffix,
    ranges: [],
    versions: [],
  })
  const openssl = { name: 'openssl', version: '3.0.9-1' }
  expect(appliesTo(debian, says('12'), { ...openssl, release: '12' })).toBe(true)
  expect(appliesTo(debian, says(''), { ...openssl, release: '12' })).toBe(true)
  expect(appliesTo(debian, says('11'), { ...openssl, release: '12' })).toBe(false)
  expect(appliesTo(debian, says('11'), openssl)).toBe(false)
  expect(appliesTo(debian, says('12'), { ...openssl, name: 'libssl3', release: '12' })).toBe(false)
})
