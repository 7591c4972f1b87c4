import type { PackageList } from '../package-list.ts'
import type { Need } from '../package-list.ts'

/** Dependencies between the components of a project, by index. null and undefined are ignored. */
export interface ProjectGraph {
  /** Records that the project or one of its workspaces requires it. */
  need(index: Target, need: Need): void
  /** Records that one package requires another. */
  require(from: Target, to: Target, isOptional: boolean): void
  /** Marks as test or optional what cannot be reached through any other dependencies. */
  finish(all: Iterable<number>): void
}

type Target = number | null | undefined

export function projectGraph(list: PackageList): ProjectGraph {
  const roots: Record<Need, Set<number>> = { used: new Set(), optional: new Set(), dev: new Set() }
  const hard = new Map<number, number[]>()
  const required = new Set<number>()
  return {
    need(index, need) {
      if (index === null || index === undefined) return
      list.markDirect(index)
      roots[need].add(index)
      required.add(index)
    },
    require(from, to, isOptional) {
      list.link(from, to)
      if (from === null || from === undefined || to === null || to === undefined) return
      required.add(to)
      if (isOptional) return
      const known = hard.get(from)
      if (known) known.push(to)
      else hard.set(from, [to])
    },
    finish(all) {
      const indexes = [...all]
      // Packages that nothing requires have no known purpose, so they count as used.
      const strays = indexes.filter((index) => !required.has(index))
      const used = [...roots.used, ...strays]
      if (roots.dev.size > 0) list.markTests([...used, ...roots.optional])
      const needed = new Set([...used, ...roots.dev])
      // Iterating a Set also visits elements added during iteration.
      for (const index of needed) for (const next of hard.get(index) ?? []) needed.add(next)
      for (const index of indexes) if (!needed.has(index)) list.markOptional(index)
    },
  }
}
