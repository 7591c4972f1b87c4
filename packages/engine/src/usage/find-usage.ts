import { packageKey } from '../keys.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Inventory } from '../inventory.ts'
import type { Usage } from '../package-usage.ts'

export type FindUsage = (
  ecosystem: EcosystemId | null,
  name: string,
  advisory?: { records: readonly string[]; symbols?: readonly string[] | undefined },
) => Usage | undefined

/**
 * What the sources say of a package, by its name in any spelling: what a tool found of a record of the advisory, or
 * where a vulnerable function is named, otherwise where the package is loaded. undefined if they were not searched.
 */
export function usageFinder({ usage }: Pick<Inventory, 'usage'>): FindUsage {
  const byPackage = new Map(
    usage?.packages.map((each) => [packageKey(each.ecosystem, each.packageName), each]),
  )
  return (ecosystem, name, { records, symbols = [] } = { records: [] }) => {
    if (ecosystem === null || byPackage.size === 0) return undefined
    const found = byPackage.get(packageKey(ecosystem, ecosystemById(ecosystem).normalizeName(name)))
    if (!found) return undefined
    const {
      ecosystem: _ecosystem,
      packageName: _packageName,
      symbols: named = [],
      advisories,
      ...usage
    } = found
    const checked = advisories?.find(({ id }) => records.includes(id))?.usage
    const symbol = checked
      ? undefined
      : named.find((each) => symbols.some((full) => isNamedBy(full, each.name, name)))
    return (
      checked ??
      (symbol ? { ...withoutReason(usage), place: { file: symbol.file, line: symbol.line }, symbol } : usage)
    )
  }
}

/**
 * 'a/b.Type' names 'a/b.Type.Method', too: sources do not say the type of what a method is called on. Those of the
 * standard library of Go are below its package in sources only.
 */
const isNamedBy = (symbol: string, named: string, packageName: string): boolean =>
  [symbol, `${packageName}/${symbol}`].some(
    (full) => full === named || (full.startsWith(named) && /^(?:\.|::)\w+$/.test(full.slice(named.length))),
  )

function withoutReason({ reason: _reason, through: _through, ...usage }: Usage): Usage {
  return { ...usage, state: 'used' }
}
