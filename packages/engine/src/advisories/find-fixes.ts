import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { PackageReleases } from '../releases/release.ts'
import { preferFlavor, releaseOf, releasesFor } from '../releases/usable-releases.ts'
import type { Step } from '../vocabulary.ts'
import type { AdvisoryIndex } from './advisory-index.ts'
import { isFinding } from './is-finding.ts'
import type { PackageQuery } from './package-query.ts'

/** A version to upgrade to. */
export interface Fix {
  version: string
  /** The step from the installed version. */
  step: Step
  /** false: the package's releases are unknown, and the version is named as fixed in an advisory. */
  isKnownRelease: boolean
}

/** The newest safe version per step; null if none is known. */
export interface SafeVersions {
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
}

/** The fixes of an installed version. None is lower than it, yanked or, if releases are known, unstable. */
export interface PackageFixes {
  /** The nearest version without known advisories; null if none. */
  recommended: Fix | null
  /** The newest version without known advisories, per step. */
  safeVersions: SafeVersions
  /** The nearest version not affected by one advisory; others may affect it. */
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
  /** null if unknown. */
  releases: PackageReleases | null
}

/**
 * Fixes for an installed version: existing releases, however new. If no usable release is known, the versions named as
 * fixed in advisories. Deprecated releases are only used if their step has no other.
 */
export function findFixes(question: Question): PackageFixes {
  const { candidates, isClear, fixOf } = searchFixes(question)
  const clear = preferFlavor(question.ecosystem, question.version, candidates.filter(isClear))
  return { recommended: nearestClear(candidates, isClear), safeVersions: newestOfEachStep(clear), fixOf }
}

/** Like findFixes without safeVersions, so that only versions up to the nearest fix are matched. */
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
  const fixOf = (uuid: string): Fix | null => {
    const own = index.match(name, version, release).find(({ facts }) => facts.advisoryUuid === uuid)
    // An update that fixes it among others may name a higher version.
    const uuids = new Set([uuid, ...(own?.updates ?? [])])
    const isFixed = (each: Candidate) => !advisoriesOf(each.version).some((other) => uuids.has(other))
    // Unconfirmed versions: the advisory's own come before those of other advisories.
    const named = candidates.filter(
      (each) => !each.isKnownRelease && own?.fixedVersions.includes(each.version),
    )
    return nearestClear(named, isFixed) ?? nearestClear(candidates, isFixed)
  }
  return { candidates, isClear, fixOf }
}

interface Candidate extends Fix {
  isStable: boolean
  isDeprecated: boolean
  isSameFlavor: boolean
}

/** All versions above the installed one, nearest first. */
function candidatesOf({ ecosystem, index, releases, name, version, release }: Question): Candidate[] {
  const usable = releasesFor(ecosystem, releases, version)
  const usableFixes = usable.map(({ version: to, deprecated }) => ({
    to,
    isDeprecated: deprecated !== undefined,
  }))
  const isKnownRelease = usable.length > 0
  // An advisory may name a release that has been withdrawn since.
  const namedVersions = () =>
    index
      .fixedVersions(name, version, release)
      .filter((to) => !releases || !releaseOf(ecosystem, releases, to)?.isYanked)
  const all = isKnownRelease ? usableFixes : namedVersions().map((to) => ({ to, isDeprecated: false }))
  return all
    .flatMap(({ to, isDeprecated }): Candidate[] => {
      const step = ecosystem.stepBetween(version, to)
      if (step === null) return []
      const isSameFlavor = ecosystem.flavorOf?.(to) === ecosystem.flavorOf?.(version)
      const isStable = ecosystem.isStable(to)
      return [{ version: to, step, isKnownRelease, isDeprecated, isStable, isSameFlavor }]
    })
    .sort((a, b) => ecosystem.compareVersions(a.version, b.version) ?? 0)
}

/** Of an advisory's own versions, an unstable one is better than none: Go commits are named this way. */
function nearestClear(
  candidates: readonly Candidate[],
  isClear: (candidate: Candidate) => boolean,
): Fix | null {
  const stable = candidates.filter(({ isStable }) => isStable)
  const sameFlavor = stable.filter(({ isSameFlavor }) => isSameFlavor)
  for (const pool of [sameFlavor, stable, candidates]) {
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
  const cache = new Map<string, Value>()
  return (key) => {
    if (!cache.has(key)) cache.set(key, compute(key))
    return cache.get(key)!
  }
}
