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
  /** The best fix of the version if it closes the finding of an advisory; null if it leaves it. */
  upgradeFor: (advisoryUuid: string) => Fix | null
}

export const noFixes: PackageFixes = {
  recommended: null,
  safeVersions: { latestPatch: null, latestMinor: null, latestMajor: null },
  fixOf: () => null,
  upgradeFor: () => null,
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
  const best = findBestFix(question)
  return {
    recommended: nearestClear(candidates, isClear),
    safeVersions: newestOfEachStep(clear),
    fixOf,
    upgradeFor: (uuid) => (best && !best.leaves.has(uuid) ? withoutLeaves(best) : null),
  }
}

/** The single step from an installed version that closes most. */
export interface BestFix extends Fix {
  /** uuids of the advisories that affect the version as well. */
  leaves: ReadonlySet<string>
}

/**
 * The nearest version without known advisories, otherwise the nearest of those that leave the fewest, and that no
 * advisory affects which does not affect the installed one; null if none is better.
 */
export function findBestFix(question: Question): BestFix | null {
  const { candidates, isClear, advisoriesOf } = searchFixes(question)
  const clear = nearestClear(candidates, isClear)
  if (clear) return { ...clear, leaves: new Set() }
  const own = new Set(advisoriesOf(question.version))
  for (const pool of poolsOf(candidates)) {
    const left = (each: Candidate) => {
      const all = advisoriesOf(each.version)
      return all.every((uuid) => own.has(uuid)) ? all.length : own.size
    }
    const fewest = Math.min(own.size, ...pool.map(left))
    const best = fewest < own.size && nearestClear(pool, (each) => left(each) === fewest)
    if (best) return { ...best, leaves: new Set(advisoriesOf(best.version)) }
  }
  return null
}

const withoutLeaves = ({ leaves: _leaves, ...fix }: BestFix): Fix => fix

/** The nearest lower release without known advisories: for malware, that of before. null if none is known. */
export function findCleanBefore(question: Question): Fix | null {
  const { ecosystem, releases, version } = question
  const { advisoriesOf } = searchFixes(question)
  const lower = releasesFor(ecosystem, releases, version)
    .filter((each) => (ecosystem.compareVersions(each.version, version) ?? 0) < 0)
    .sort((a, b) => ecosystem.compareVersions(b.version, a.version) ?? 0)
  const clean = preferFlavor(ecosystem, version, lower).find(
    (each) => advisoriesOf(each.version).length === 0,
  )
  const step = clean && ecosystem.stepBetween(clean.version, version)
  return clean && step ? { version: clean.version, step, isKnownRelease: true } : null
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
  return { candidates, isClear, fixOf, advisoriesOf }
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
  const isKnownRelease = usable.length > 0 || releases?.releases.some((each) => each.isUnsupported) === true
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

/** In order of preference: an unstable version is better than none, as advisories name Go commits this way. */
function poolsOf(candidates: readonly Candidate[]): (readonly Candidate[])[] {
  const stable = candidates.filter(({ isStable }) => isStable)
  return [stable.filter(({ isSameFlavor }) => isSameFlavor), stable, candidates]
}

function nearestClear(
  candidates: readonly Candidate[],
  isClear: (candidate: Candidate) => boolean,
): Fix | null {
  for (const pool of poolsOf(candidates)) {
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
