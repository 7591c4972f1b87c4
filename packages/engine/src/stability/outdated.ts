import { dayMs } from '../time.ts'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory } from '../inventory.ts'
import type { PackageReleases, Release, ReleasesOf } from '../releases/release.ts'
import { preferFlavor, releasesFor, usableReleases } from '../releases/usable-releases.ts'
import type { OutdatedComponent } from '../scan-result.ts'
import type { Step } from '../vocabulary.ts'

/** A component with a newer release, before exclusions. */
export type NewerReleases = Omit<OutdatedComponent, 'exclusionUuid'>

export interface ReleaseFacts {
  releasesOf: ReleasesOf
  /** Releases younger than this are not recommended. */
  coolDownDays: number
  /** Epoch ms. */
  now: number
}

/** Components with a newer stable release, in inventory order, with the newest of each step. */
export function findOutdated(inventory: Inventory, facts: ReleaseFacts): NewerReleases[] {
  const oldestDate = facts.now - facts.coolDownDays * dayMs
  const isRecommended = ({ publishedAt, deprecated }: Release) =>
    deprecated === undefined && (publishedAt === null || publishedAt <= oldestDate)
  return inventory.components.flatMap((component, index) => {
    const known = knownReleases(component, facts.releasesOf)
    if (!known) return []
    const ecosystem = ecosystemById(known.ecosystem)
    const newest = newestByStep(
      ecosystem,
      component.version,
      releasesFor(ecosystem, known, component.version).filter(isRecommended),
    )
    return newest ? [{ component: index, ...newest }] : []
  })
}

/** The releases of a component's package; null if none is usable. */
export function knownReleases(
  { ecosystem: id, name }: Pick<Component, 'ecosystem' | 'name'>,
  releasesOf: ReleasesOf,
): PackageReleases | null {
  if (id === null) return null
  const ecosystem = ecosystemById(id)
  const known = releasesOf(id, ecosystem.normalizeName(name))
  return known && usableReleases(ecosystem, known).length > 0 ? known : null
}

/** The newest release per step from a version; null if there is none above it. */
function newestByStep(ecosystem: Ecosystem, version: string, releases: readonly Release[]) {
  const newest: Record<Step, string | null> = { patch: null, minor: null, major: null }
  const newer = releases.flatMap((release) => {
    const step = ecosystem.stepBetween(version, release.version)
    return step === null ? [] : [{ version: release.version, step }]
  })
  for (const { version: candidate, step } of preferFlavor(ecosystem, version, newer)) {
    const best = newest[step]
    if (best === null || (ecosystem.compareVersions(best, candidate) ?? 0) < 0) newest[step] = candidate
  }
  const { patch, minor, major } = newest
  if (patch === null && minor === null && major === null) return null
  return { latestPatch: patch, latestMinor: minor, latestMajor: major }
}
