import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component, Inventory, Issue } from '../inventory.ts'
import type { Match } from './advisory.ts'
import { type PackageQuery, toQuery } from './package-query.ts'

type MatchAll = (ecosystem: EcosystemId, asked: PackageQuery) => readonly Match[] | null

/**
 * Packages from a private registry whose name is malware on the public one, which a package manager that asks both could
 * install instead: one issue per package.
 */
export function findConfusions({ components }: Inventory, matchAll: MatchAll): Issue[] {
  const seen = new Set<string>()
  return components.flatMap((component): Issue[] => {
    const { ecosystem, name } = component
    if (ecosystem === null || component.origin?.kind !== 'private-registry') return []
    const key = `${ecosystem}\n${ecosystemById(ecosystem).normalizeName(name)}`
    const ids = malwareIds(matchAll(ecosystem, toQuery(component)) ?? [])
    if (ids.length === 0 || seen.has(key)) return []
    seen.add(key)
    return [confusionOf(component, ids)]
  })
}

const malwareIds = (matches: readonly Match[]): string[] => [
  ...new Set(
    matches
      .filter(({ facts }) => facts.category === 'malware')
      .flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId)),
  ),
]

function confusionOf(
  { ecosystem, name, version, origin, locations }: Component,
  ids: readonly string[],
): Issue {
  const registry = origin?.address === undefined ? 'a private registry' : `the registry ${origin.address}`
  return {
    code: 'dependency-confusion',
    message: `Dependency confusion: ${name} ${version} is from ${registry}, and a package of this name on the public registry is malware (${ids.join(', ')}). Make sure that it can only be installed from its own registry.`,
    where: locations[0] ?? ecosystem ?? '',
  }
}
