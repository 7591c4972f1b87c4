import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Inventory } from '../inventory.ts'
import type { Usage } from '../package-usage.ts'

export type FindUsage = (
  ecosystem: EcosystemId | null,
  name: string,
  ids?: readonly string[],
) => Usage | undefined

/**
 * What the sources say of a package, by its name in any spelling, or a tool of one of the advisories of these ids;
 * undefined if they were not searched.
 */
export function usageFinder({ usage }: Pick<Inventory, 'usage'>): FindUsage {
  const keyOf = (ecosystem: EcosystemId, name: string) => `${ecosystem}\n${name}`
  const byPackage = new Map(usage?.packages.map((each) => [keyOf(each.ecosystem, each.packageName), each]))
  return (ecosystem, name, ids = []) => {
    if (ecosystem === null || byPackage.size === 0) return undefined
    const found = byPackage.get(keyOf(ecosystem, ecosystemById(ecosystem).normalizeName(name)))
    if (!found) return undefined
    const {
      ecosystem: _ecosystem,
      packageName: _packageName,
      symbols: _symbols,
      advisories,
      ...usage
    } = found
    return advisories?.find(({ id }) => ids.includes(id))?.usage ?? usage
  }
}
