import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { PackageReleases } from '../releases/release.ts'
import { releasesFor } from '../releases/usable-releases.ts'
import type { Step } from '../vocabulary.ts'
import type { AdvisoryIndex } from './advisory-index.ts'
import { isFinding } from './is-finding.ts'
import type { PackageQuery } from './package-query.ts'

/** A version to upgrade to. */
export interface Fix {
  version: string
  /** How far it is from the installed version. */
  step: Step
  /** false: the package's releases are unknown, and an advisory names the version as fixed. */
  isKnownRelease: boolean
}

/** The newest safe version within each step; null when none is known. */
export interface SafeVersions {
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
}

/** The ways out of one installed version. Nothing in here is below it, yanked or, among known releases, unstable. */
export interface PackageFixes {
  /** The nearest version that no known advisory affects; null when there is none. */
  recommended: Fix | null
  /** The newest of each step that no known advisory affects. */
  safeVersions: SafeVersions
  /** The nearest version that one advisory does not affect; others may. */
  fixOf: (advisoryUuid: string) => Fix | null
}

export const noFixes: PackageFixes = {
  recommended: null,
  safeVersions: { latestPatch: null, latestMinor: null, latestMajor: null },
  fixOf: () => null,
}

interface Question extends PackageQuery {
  ecosystem: Ecosystem
  index: Pick<AdvisoryIndex, 'match' | 'fixedVersions'>
  /** null: unknown. */
  releases: PackageReleases | null
}

/**
 * Where to upgrade from an installed version: to releases that exist, however new. Where no usable release of the
 * package is known, to the versions that advisories name as fixed. A deprecated release is named only when its step
 * has no other.
 */
export function findFixes(question: Question): PackageFixes {
  const { candidates, isClear, fixOf } = searchFixes(question)
  return {
    recommended: nearestClear(candidates, isClear),
    safeVersions: newestOfEachStep(candidates.filter(isClear)),
    fixOf,
  }
}

/** The same without the newest of each step, so that only versions up to the nearest fix are matched. */
export function findNearestFixes(question: Question): Pick<PackageFixes, 'recommended' | 'fixOf'> {
  const { candidates, isClear, fixOf } = searchFixes(question)
  return { recommended: nearestClear(candidates, isClear), fixOf }
}

function searchFixes(question: Question) {
  const { index, name, version, release } = question
  const candidates = candidatesOf(question)
  const advisoriesOf = remember((candidate: string) =>
    index
      .match(name, candidate, release)
      .filter(isFinding)
      .map(({ facts }) => facts.advisoryUuid),
  )
  const isClear = (candidate: Candidate) => advisoriesOf(candidate.version).length === 0
  const own = remember(
    (uuid: string) =>
      new Set(
        index.match(name, version, release).find(({ facts }) => facts.advisoryUuid === uuid)?.fixedVersions,
      ),
  )
  const fixOf = (uuid: string): Fix | null => {
    const isFixed = (each: Candidate) => !advisoriesOf(each.version).includes(uuid)
    // Nobody vouches that they exist: the advisory's own words go before those of others.
    const named = candidates.filter((each) => !each.isKnownRelease && own(uuid).has(each.version))
    return nearestClear(named, isFixed) ?? nearestClear(candidates, isFixed)
  }
  return { candidates, isClear, fixOf }
}

interface Candidate extends Fix {
  isStable: boolean
  isDeprecated: boolean
}

/** All versions above the installed one, the nearest first. */
function candidatesOf({ ecosystem, index, releases, name, version, release }: Question): Candidate[] {
  const usable = releasesFor(ecosystem, releases, version)
  const known = usable.map(({ version: to, deprecated }) => ({ to, isDeprecated: deprecated !== undefined }))
  const isKnownRelease = usable.length > 0
  const all = isKnownRelease
    ? known
    : index.fixedVersions(name, release).map((to) => ({ to, isDeprecated: false }))
  return all
    .flatMap(({ to, isDeprecated }): Candidate[] => {
      const step = ecosystem.stepBetween(version, to)
      if (step === null) return []
      return [{ version: to, step, isKnownRelease, isDeprecated, isStable: ecosystem.isStable(to) }]
    })
    .sort((a, b) => ecosystem.compareVersions(a.version, b.version) ?? 0)
}

/** Of an advisory's own versions, one that is not stable is better than none: commits of Go are named so. */
function nearestClear(
  candidates: readonly Candidate[],
  isClear: (candidate: Candidate) => boolean,
): Fix | null {
  for (const pool of [candidates.filter(({ isStable }) => isStable), candidates]) {
    const first = pool.find(isClear)
    if (!first) continue
    const isBetter = (each: Candidate) => each.step === first.step && !each.isDeprecated && isClear(each)
    const { version, step, isKnownRelease } = first.isDeprecated ? (pool.find(isBetter) ?? first) : first
    return { version, step, isKnownRelease }
  }
  return null
}

function newestOfEachStep(candidates: readonly Candidate[]): SafeVersions {
  const newest = (step: Step) => {
    const own = candidates.filter((each) => each.isStable && each.step === step)
    return (own.findLast(({ isDeprecated }) => !isDeprecated) ?? own.at(-1))?.version ?? null
  }
  return { latestPatch: newest('patch'), latestMinor: newest('minor'), latestMajor: newest('major') }
}

function remember<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key)!
  }
}
