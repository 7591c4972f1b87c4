import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { PackageReleases, Release } from '../releases/release.ts'
import type { RegistryFacts } from './model/registry-facts.ts'
import { npmReleases } from './npm/npm-releases.ts'
import { pythonReleases } from './pypi/python-releases.ts'

/** A package whose releases are wanted. */
export interface WantedReleases {
  ecosystem: EcosystemId
  /** In any spelling. */
  name: string
  /** Versions in use, from which on it matters what releases require; null if it does not. */
  rangesFrom: readonly string[] | null
}

type Read = (
  facts: RegistryFacts,
  name: string,
  wantsRanges: ((version: string) => boolean) | null,
) => Promise<Release[] | null>

const readers: Partial<Record<EcosystemId, Read>> = { npm: npmReleases, pypi: pythonReleases }

/** The releases of a package by its registry; null if that is not known, or the ecosystem's registries are not read. */
export async function readReleases(
  facts: RegistryFacts,
  { ecosystem: id, name: spelled, rangesFrom }: WantedReleases,
): Promise<PackageReleases | null> {
  const { normalizeName, compareVersions, isStable } = ecosystemById(id)
  const name = normalizeName(spelled)
  const isWanted = (version: string): boolean =>
    rangesFrom!.some((used) => {
      const order = compareVersions(version, used) ?? -1
      return order === 0 || (order > 0 && isStable(version))
    })
  const releases = (await readers[id]?.(facts, name, rangesFrom && isWanted)) ?? null
  return releases && { ecosystem: id, name, source: '', checkedAt: 0, releases }
}
