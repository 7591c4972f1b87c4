import { ecosystemById } from '../ecosystems.ts'
import type { Component } from '../inventory.ts'
import type { PackageUsage, SourceUsage } from '../package-usage.ts'
import type { CheckedModule } from './govulncheck.ts'

/** Adds what a tool found of single advisories to packages of the inventory, whether or not sources were searched. */
export function addChecked(
  usage: SourceUsage,
  checked: readonly CheckedModule[],
  components: readonly Pick<Component, 'ecosystem' | 'name'>[],
): SourceUsage {
  const byModule = Map.groupBy(checked, ({ module }) => module)
  const known = new Map(usage.packages.map((each) => [`${each.ecosystem}\n${each.packageName}`, each]))
  for (const { ecosystem, name } of components) {
    const rules = ecosystem === null ? undefined : ecosystemById(ecosystem)
    if (ecosystem === null || !rules?.sources?.readsCalls) continue
    const packageName = rules.normalizeName(name)
    const advisories = (byModule.get(packageName) ?? []).map(({ id, usage: of }) => ({ id, usage: of }))
    if (advisories.length === 0) continue
    const key = `${ecosystem}\n${packageName}`
    const before: PackageUsage = known.get(key) ?? { ecosystem, packageName, state: 'unknown' }
    known.set(key, { ...before, advisories })
  }
  return { ...usage, packages: [...known.values()] }
}
