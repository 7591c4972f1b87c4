import type { PackageList } from '../package-list.ts'
import { normalName } from './python-package.ts'
import { needsIn, type Pyproject } from './pyproject.ts'

/** A package of a lockfile with its dependencies. */
export interface LockedPackage {
  name: string
  version: string
  /** null for the project itself. */
  index: number | null
  needs: LockedNeed[]
  where: string
}

export interface LockedNeed {
  name: string
  /** '' if the name is unambiguous. */
  version: string
  /** The specifier of the requirement, if the file lists it. */
  range?: string
}

/**
 * Links packages, and marks direct, test and optional ones according to the manifest. Requirements without a locked
 * package are for other platforms.
 */
export function linkPackages(
  packages: readonly LockedPackage[],
  list: PackageList,
  { pyproject, hasGroups }: { pyproject: Pyproject | null; hasGroups: boolean },
): void {
  const find = finder(packages)
  const required = new Set<number | null>()
  for (const { index, needs } of packages) {
    for (const need of needs)
      for (const found of find(need)) {
        list.link(index, found.index)
        if (found.index !== index) required.add(found.index)
        if (index !== null && need.range !== undefined)
          list.ask(found.index, { by: index, range: need.range || '*' })
      }
  }
  if (pyproject === null) return
  const used: number[] = []
  for (const { name, index } of packages) {
    if (index === null) continue
    const needs = needsIn(pyproject, name)
    if (needs.length > 0) list.markDirect(index)
    for (const ask of pyproject.asks.get(normalName(name)) ?? []) list.ask(index, { by: null, ...ask })
    if (needs.includes('optional') && !needs.includes('used')) list.markOptional(index)
    // Packages that nothing requires have no known purpose, so they count as used.
    const isStray = needs.length === 0 && !required.has(index)
    if (isStray || needs.some((need) => need !== 'dev')) used.push(index)
  }
  if (!hasGroups && pyproject.dev.size > 0) list.markTests(used)
}

/** Finds the packages that can satisfy a requirement: all versions, unless it names one. */
export function finder(packages: readonly LockedPackage[]): (need: LockedNeed) => readonly LockedPackage[] {
  const byName = new Map<string, LockedPackage[]>()
  const byVersion = new Map<string, LockedPackage[]>()
  for (const locked of packages) {
    const name = normalName(locked.name)
    append(byName, name, locked)
    append(byVersion, `${name} ${locked.version}`, locked)
  }
  return ({ name, version }) =>
    // Versions for different Python versions. A limit keeps hostile files from linking every requirement to thousands.
    (byVersion.get(`${normalName(name)} ${version}`) ?? byName.get(normalName(name)) ?? []).slice(0, 10)
}

function append(map: Map<string, LockedPackage[]>, key: string, value: LockedPackage): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
