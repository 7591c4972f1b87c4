import { askedOf, type Asked } from '../advisories/asked.ts'
import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems/ecosystems.ts'
import type { Component, Inventory } from '../inventory.ts'
import type { OutdatedComponent } from '../scan-result.ts'

/** The versions known of a package; in any order. */
export type KnownVersions = (ecosystem: EcosystemId, asked: Asked) => readonly string[]

/** A component with a newer release known; exclusions are not looked at here. */
export type NewerReleases = Omit<OutdatedComponent, 'exclusionUuid'>

/** The components for which a newer stable release is known, in inventory order, with the newest of each step. */
export function findOutdated(inventory: Inventory, knownVersions: KnownVersions): NewerReleases[] {
  return inventory.components.flatMap((component, index) => {
    const newest = newestReleases(component, knownVersions)
    return newest ? [{ component: index, ...newest }] : []
  })
}

function newestReleases(component: Component, knownVersions: KnownVersions) {
  const { ecosystem: id } = component
  if (id === null) return null
  const asked = askedOf(component)
  const known = knownVersions(id, asked)
  if (known.length === 0) return null
  return newestByStep(ecosystemById(id), asked.version, known)
}

/** The newest stable release within each step from a version; null when there is none above it. */
function newestByStep(ecosystem: Ecosystem, version: string, known: readonly string[]) {
  const newest: Record<'patch' | 'minor' | 'major', string | null> = { patch: null, minor: null, major: null }
  for (const candidate of known) {
    const step = ecosystem.stepBetween(version, candidate)
    if (step === null || !ecosystem.isStable(candidate)) continue
    const best = newest[step]
    if (best === null || (ecosystem.compareVersions(best, candidate) ?? 0) < 0) newest[step] = candidate
  }
  const { patch, minor, major } = newest
  if (patch === null && minor === null && major === null) return null
  return { latestPatch: patch, latestMinor: minor, latestMajor: major }
}
