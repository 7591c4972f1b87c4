import { packageKey } from '@assay/engine/keys.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Component, Inventory } from '@assay/engine/inventory.ts'
import type { PackageReleases, ReleasesOf } from '@assay/engine/releases/release.ts'
import { readReleases } from '@assay/engine/resolution/registry-releases.ts'
import type { PackageName, ScanResult } from '@assay/engine/scan-result.ts'
import type { Settings } from '../settings.ts'
import { openFacts } from './registry-facts.ts'

export interface KnownReleases {
  /** Plans with the releases of what is to be upgraded, and of those that bring it, as far as they are known. */
  plan(
    inventory: Pick<Inventory, 'components'>,
    planWith: (releasesOf: ReleasesOf) => ScanResult,
  ): Promise<ScanResult>
}

/** Plans with what advisories say alone. */
export const noReleases: KnownReleases = {
  plan: (_, planWith) => Promise.resolve(planWith(() => null)),
}

/** Each plan names further packages of which the releases matter: the dependents of dependents. */
const maxRounds = 8

/** Releases from the registries, or from what is kept of their answers. */
export function knownReleases(
  { environment, registriesFolder: folder }: Pick<Settings, 'environment' | 'registriesFolder'>,
  { isOnline }: { isOnline: boolean },
): KnownReleases {
  const facts = openFacts({ environment, folder, isOnline })
  const known = new Map<string, PackageReleases | null>()
  const asked = new Set<string>()
  const releasesOf: ReleasesOf = (id, name) => known.get(keyOf(id, name)) ?? null
  const read = async (
    { ecosystem, name }: PackageName,
    components: readonly Component[],
    wantsRanges: boolean,
  ) => {
    const key = keyOf(ecosystem, name)
    const own = components.filter(
      (each) => each.ecosystem !== null && keyOf(each.ecosystem, each.name) === key,
    )
    if (!own.every(isPublic)) return
    const rangesFrom = wantsRanges ? own.map(({ version }) => version) : null
    known.set(key, await readReleases(facts, { ecosystem, name, rangesFrom }))
  }
  return {
    async plan({ components }, planWith) {
      let result = planWith(releasesOf)
      for (let round = 0; round < maxRounds; round++) {
        const upgraded = result.upgrades.map(({ ecosystem, displayName: name }) => ({ ecosystem, name }))
        const wanted = [
          ...upgraded.map((each) => ({ ...each, wantsRanges: false })),
          ...ancestorsIn(components, result).map((each) => ({ ...each, wantsRanges: true })),
          ...result.unknownRanges.map((each) => ({ ...each, wantsRanges: true })),
        ].filter(({ ecosystem, name, wantsRanges }) => !asked.has(`${keyOf(ecosystem, name)} ${wantsRanges}`))
        if (wanted.length === 0) break
        for (const each of wanted) asked.add(`${keyOf(each.ecosystem, each.name)} ${each.wantsRanges}`)
        await Promise.all(wanted.map((each) => read(each, components, each.wantsRanges)))
        result = planWith(releasesOf)
      }
      return result
    },
  }
}

const keyOf = (id: EcosystemId, name: string): string => packageKey(id, ecosystemById(id).normalizeName(name))

/** The names of others are not sent to a public registry. */
const isPublic = ({ origin }: Component): boolean => origin === undefined || origin.kind === 'public-registry'

/** Those that require what is to be upgraded. */
function ancestorsIn(components: readonly Component[], { upgrades }: ScanResult): PackageName[] {
  const names = new Set(upgrades.map(({ ecosystem, packageName }) => keyOf(ecosystem, packageName)))
  const parents = components
    .filter(({ ecosystem, name }) => ecosystem !== null && names.has(keyOf(ecosystem, name)))
    .flatMap(({ requiredBy }) => requiredBy.map((index) => components[index]!))
  return parents.flatMap(({ ecosystem, name }) => (ecosystem === null ? [] : [{ ecosystem, name }]))
}
