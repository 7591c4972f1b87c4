import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecosystemById, ecosystems } from '../ecosystems.ts'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { PackageReleases, Release } from '../releases/release.ts'
import type { AdvisoryIndex } from './advisory-index.ts'
import { findBestFix, findCleanBefore, findFixes, type Fix } from './find-fixes.ts'
import { matchByReference, type OsvDocument } from './reference-matcher.ts'
import { isSentinel } from './sentinel-versions.ts'
import { documentsOf, indexOf, VERSIONS } from './testing/osv-documents.ts'

interface AdvisoryData {
  ecosystem: Ecosystem
  documents: readonly (OsvDocument & { id: string })[]
  index: AdvisoryIndex
  releases: Release[] | null
}

const packageOf = (ecosystem: Ecosystem, releases: Release[] | null): PackageReleases | null =>
  releases && { ecosystem: ecosystem.id, name: 'left-pad', source: 'deps.dev', checkedAt: 0, releases }

interface FixQuery {
  name: string
  version: string
  release: string | undefined
}

/** All versions that may be recommended, in order; versions named in advisories only if no release is usable. */
function candidatesOf({ ecosystem, index, releases }: AdvisoryData, { name, version, release }: FixQuery) {
  const usable = (releases ?? []).filter((each) => !each.isYanked && ecosystem.isStable(each.version))
  const isYankedVersion = (version: string) =>
    (releases ?? []).find(
      (each) => each.version === version || ecosystem.compareVersions(each.version, version) === 0,
    )?.isYanked
  const all: Pick<Release, 'version' | 'deprecated'>[] =
    usable.length > 0
      ? usable
      : index
          .fixedVersions(name, version, release)
          .filter((each) => !isYankedVersion(each))
          .map((each) => ({ version: each }))
  return all
    .filter((each) => (ecosystem.compareVersions(version, each.version) ?? 0) < 0)
    .toSorted((a, b) => ecosystem.compareVersions(a.version, b.version) ?? 0)
}

const arbitraryReleases = fc.option(
  fc.array(
    fc.record(
      {
        version: fc.constantFrom(...VERSIONS),
        publishedAt: fc.constant(null),
        isYanked: fc.constant(true as const),
        deprecated: fc.constant('Use another.'),
      },
      { requiredKeys: ['version', 'publishedAt'] },
    ),
    { maxLength: 12 },
  ),
)

describe.each(ecosystems)('$name', (ecosystem) => {
  const releasesOf = ecosystem.release ? ['9', undefined] : [undefined]
  const forEachVersion = (check: (known: AdvisoryData, asked: FixQuery) => void) =>
    fc.assert(
      fc.property(documentsOf(ecosystem), arbitraryReleases, (documents, releases) => {
        const known = { ecosystem, documents, releases, index: indexOf(ecosystem, documents) }
        for (const release of releasesOf)
          for (const version of VERSIONS) check(known, { name: 'left-pad', version, release })
      }),
      { numRuns: 25 },
    )
  const fixesOf = ({ index, releases }: AdvisoryData, asked: FixQuery) =>
    findFixes({ ...asked, ecosystem, index, releases: packageOf(ecosystem, releases) })
  const affects = ({ documents }: AdvisoryData, asked: FixQuery, version: string) =>
    documents.filter((each) => matchByReference(ecosystem, each, { ...asked, version })).map(({ id }) => id)

  test('the best fix is the recommended one, otherwise one that introduces nothing and leaves the fewest', () => {
    forEachVersion((known, asked) => {
      const releases = packageOf(ecosystem, known.releases)
      const best = findBestFix({ ...asked, ecosystem, index: known.index, releases })
      const { recommended } = fixesOf(known, asked)
      if (recommended) {
        expect(best).toEqual({ ...recommended, leaves: new Set() })
        return
      }
      const own = affects(known, asked, asked.version)
      const leftBy = (version: string) => {
        const left = affects(known, asked, version)
        return left.every((id) => own.includes(id)) ? left.length : own.length
      }
      const stable = candidatesOf(known, asked).filter(({ version }) => ecosystem.isStable(version))
      const counts = stable.map(({ version }) => leftBy(version))
      if (!best) {
        expect(counts.filter((count) => count < own.length)).toEqual([])
        return
      }
      expect(ecosystem.compareVersions(asked.version, best.version)).toBeLessThan(0)
      expect([...best.leaves].toSorted()).toEqual(affects(known, asked, best.version).toSorted())
      expect(leftBy(best.version)).toBeLessThan(own.length)
      if (ecosystem.isStable(best.version) && !ecosystem.flavorOf)
        expect(leftBy(best.version)).toBe(Math.min(...counts))
    })
  })

  test('fixes exist, are higher than the installed version, and are not affected by what they fix', () => {
    forEachVersion((known, asked) => {
      const { recommended, fixOf } = fixesOf(known, asked)
      const check = (fix: Fix | null, isClear: (ids: string[]) => boolean) => {
        if (!fix) return
        expect(ecosystem.compareVersions(asked.version, fix.version)).toBeLessThan(0)
        expect(ecosystem.stepBetween(asked.version, fix.version)).toBe(fix.step)
        expect(isClear(affects(known, asked, fix.version))).toBe(true)
        const isRelease = ({ version, isYanked }: Release) => version === fix.version && !isYanked
        if (fix.isKnownRelease)
          expect([known.releases?.some(isRelease), ecosystem.isStable(fix.version)]).toEqual([true, true])
        else
          expect(known.index.fixedVersions(asked.name, asked.version, asked.release)).toContain(fix.version)
      }
      check(recommended, (ids) => ids.length === 0)
      for (const id of affects(known, asked, asked.version)) check(fixOf(id), (ids) => !ids.includes(id))
    })
  })

  test('fixes and safe versions are the same as in a search through all candidates', () => {
    forEachVersion((known, asked) => {
      const { recommended, safeVersions, fixOf } = fixesOf(known, asked)
      const candidates = candidatesOf(known, asked)
      const hasUsable = (known.releases ?? []).some(
        (each) => !each.isYanked && ecosystem.isStable(each.version),
      )
      const stepOf = ({ version }: { version: string }) => ecosystem.stepBetween(asked.version, version)
      const clear = candidates.filter(({ version }) => affects(known, asked, version).length === 0)
      expect(recommended?.version ?? null).toBe(nearest(clear))
      for (const { facts, fixedVersions } of known.index.match(asked.name, asked.version, asked.release)) {
        const own = candidates.filter(
          ({ version }) => !affects(known, asked, version).includes(facts.advisoryUuid),
        )
        const named = hasUsable ? [] : own.filter(({ version }) => fixedVersions.includes(version))
        expect(fixOf(facts.advisoryUuid)?.version ?? null).toBe(nearest(named) ?? nearest(own))
      }
      const newest = (step: string) => {
        const own = clear.filter((each) => ecosystem.isStable(each.version) && stepOf(each) === step)
        return (own.findLast(({ deprecated }) => deprecated === undefined) ?? own.at(-1))?.version ?? null
      }
      expect(Object.values(safeVersions)).toEqual([newest('patch'), newest('minor'), newest('major')])

      function nearest(all: typeof candidates): string | null {
        const stable = all.filter(({ version }) => ecosystem.isStable(version))
        const from = stable.length > 0 ? stable : all
        const first = from[0]
        const ofStep = from.filter((each) => stepOf(each) === (first && stepOf(first)))
        return (ofStep.find(({ deprecated }) => deprecated === undefined) ?? first)?.version ?? null
      }
    })
  })
})

const gems = ecosystemById('rubygems')
const document = (id: string, ...events: object[]) => ({
  id,
  affected: [{ package: { ecosystem: 'RubyGems', name: 'puma' }, ranges: [{ type: 'ECOSYSTEM', events }] }],
})
const puma = indexOf(gems, [
  document('A', { introduced: '0' }, { fixed: '3.12.4' }, { introduced: '4.0.0' }, { fixed: '4.3.3' }),
  document('B', { introduced: '0' }, { fixed: '3.12.6' }, { introduced: '4.0.0' }, { fixed: '4.3.4' }),
  document('C', { introduced: '0' }, { fixed: '5.6.9' }, { introduced: '6.0.0' }, { fixed: '6.4.3' }),
  document('D', { introduced: '5.0.0' }, { fixed: '8.0.2' }),
])
const released = (...versions: string[]) =>
  packageOf(
    gems,
    versions.map((version) => ({ version, publishedAt: 0 })),
  )
const ofPuma = (releases: PackageReleases | null) =>
  findFixes({ ecosystem: gems, index: puma, name: 'puma', version: '4.3.1', releases })

test('lists the fix of each advisory and the recommended fix for all', () => {
  const fixes = ofPuma(released('3.12.6', '4.3.1', '4.3.3', '4.3.4', '4.3.12', '5.6.9', '8.0.2', '8.1.0'))
  const known = { isKnownRelease: true }
  expect(fixes.fixOf('A')).toEqual({ version: '4.3.3', step: 'patch', ...known })
  expect(fixes.fixOf('B')).toEqual({ version: '4.3.4', step: 'patch', ...known })
  expect(fixes.fixOf('C')).toEqual({ version: '5.6.9', step: 'major', ...known })
  expect(fixes.recommended).toEqual({ version: '8.0.2', step: 'major', ...known })
})

test('one step closes the most if no release is clear, and none that introduces another advisory', () => {
  const best = (...versions: string[]) =>
    findBestFix({
      ecosystem: gems,
      index: puma,
      name: 'puma',
      version: '4.3.1',
      releases: released(...versions),
    })
  // D affects every version from 5.0.0 on, and not 4.3.1.
  expect(best('4.3.1', '4.3.3', '4.3.4', '4.3.12', '5.6.9', '8.0.1')).toEqual({
    version: '4.3.4',
    step: 'patch',
    isKnownRelease: true,
    leaves: new Set(['C']),
  })
  expect(best('4.3.1', '4.3.2')).toBeNull()
})

test('the nearest clean release before a version, if there is one', () => {
  const before = (version: string, ...versions: string[]) =>
    findCleanBefore({ ecosystem: gems, index: puma, name: 'puma', version, releases: released(...versions) })
  expect(before('9.0.0', '8.0.1', '8.0.2', '8.1.0')).toEqual({
    version: '8.1.0',
    step: 'major',
    isKnownRelease: true,
  })
  expect(before('8.0.2', '8.0.1', '8.0.2', '8.1.0')).toBeNull()
})

test('falls back to the version that the advisory names, marked as unconfirmed, if none are known', () => {
  const fixes = ofPuma(null)
  expect(fixes.fixOf('B')).toEqual({ version: '4.3.4', step: 'patch', isKnownRelease: false })
  expect(fixes.recommended).toEqual({ version: '8.0.2', step: 'major', isKnownRelease: false })
})

test('does not recommend a version that was never released', () => {
  expect(ofPuma(released('4.3.1', '4.3.5', '8.0.1')).fixOf('B')).toMatchObject({ version: '4.3.5' })
  expect(ofPuma(released('4.3.1', '4.3.5', '8.0.1')).recommended).toBeNull()
})

test('does not fall back to a version that was withdrawn, but to the next one', () => {
  const yanked = (...versions: string[]) =>
    packageOf(
      gems,
      versions.map((version) => ({ version, publishedAt: 0, isYanked: true })),
    )
  expect(ofPuma(yanked('4.3.4')).fixOf('B')).toMatchObject({ version: '5.6.9', isKnownRelease: false })
  expect(ofPuma(yanked('8.0.2')).recommended).toBeNull()
})

describe('flavors of a version', () => {
  const java = ecosystemById('maven')
  const fixesOf = (version: string, fixed: string, versions: string[] | null) => {
    const range = { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }
    const index = indexOf(java, [
      { id: 'A', affected: [{ package: { ecosystem: 'Maven', name: 'a:b' }, ranges: [range] }] },
    ])
    const releases = versions?.map((each) => ({ version: each, publishedAt: 0 })) ?? null
    const query = { ecosystem: java, index, name: 'a:b', version, releases: packageOf(java, releases) }
    const { recommended, safeVersions, fixOf } = findFixes(query)
    expect(fixOf('A')).toEqual(recommended)
    return [recommended?.version ?? null, safeVersions.latestPatch, safeVersions.latestMajor]
  }
  const guava = ['31.1-jre', '32.0.0-android', '32.0.0-jre', '33.0.0-android', '33.0.0-jre']
  const sql = ['7.4.2.jre8', '7.4.2.jre11', '7.4.3.jre8', '7.4.3.jre11', '12.0.0.jre11']

  test.each([
    ['31.1-jre', '32.0.0-android', guava, ['32.0.0-jre', null, '33.0.0-jre']],
    ['31.1-android', '32.0.0-android', guava, ['32.0.0-android', null, '33.0.0-android']],
    ['20.0', '32.0.0-android', guava, ['32.0.0-jre', null, '33.0.0-jre']],
    ['7.4.2.jre8', '7.4.3', sql, ['7.4.3.jre8', '7.4.3.jre8', null]],
    ['7.4.2.jre11', '7.4.3', sql, ['7.4.3.jre11', '7.4.3.jre11', '12.0.0.jre11']],
    ['7.4.3.jre8', '12', sql, ['12.0.0.jre11', null, '12.0.0.jre11']],
    ['42.2.5', '42.2.8', ['42.2.8', '42.2.8.jre7'], ['42.2.8', '42.2.8', null]],
    ['31.1-jre', '32.0.0-android', null, ['32.0.0-android', null, '32.0.0-android']],
  ])('%s is upgraded to the same one, if there is one (fixed in %s, releases %j)', (...given) => {
    const [version, fixed, versions, expected] = given
    expect(fixesOf(version, fixed, versions)).toEqual(expected)
  })
})

test('does not mistake the sentinel version of an open range for a fix', () => {
  const npm = ecosystemById('npm')
  const index = indexOf(npm, [
    {
      id: 'A',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'angular' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '999.999.999' }] }],
        },
      ],
    },
  ])
  const query = { ecosystem: npm, index, name: 'angular', version: '1.8.3', releases: null }
  const { recommended, fixOf } = findFixes(query)
  expect([recommended, fixOf('A'), index.fixedVersions('angular', '1.8.3').filter(isSentinel)]).toEqual([
    null,
    null,
    [],
  ])
  expect(index.match('angular', '1.8.3')[0]?.fixedVersions).toEqual([])
})
