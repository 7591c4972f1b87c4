import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Inventory } from '../inventory.ts'
import type { Usage } from '../package-usage.ts'

export type FindUsage = (ecosystem: EcosystemId | null, name: string) => Usage | undefined

/** What the sources say of a package, by its name in any spelling; undefined if they were not searched. */
export function usageFinder({ usage }: Pick<Inventory, 'usage'>): FindUsage {
  const keyOf = (ecosystem: EcosystemId, name: string) => `${ecosystem}\n${name}`
  const byPackage = new Map(usage?.packages.map((each) => [keyOf(each.ecosystem, each.packageName), each]))
  return (ecosystem, name) => {
    if (ecosystem === null || byPackage.size === 0) return undefined
    const found = byPackage.get(keyOf(ecosystem, ecosystemById(ecosystem).normalizeName(name)))
    if (!found) return undefined
    const { ecosystem: _ecosystem, packageName: _packageName, symbols: _symbols, ...usage } = found
    return usage
  }
}
