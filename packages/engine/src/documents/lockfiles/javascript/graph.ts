import { quote } from '../../parsers/json-value.ts'
import type { Need, PackageList } from '../package-list.ts'

/** Dependencies between the components of a project, by index. null and undefined are ignored. */
export interface ProjectGraph {
  /** Records that the project or one of its workspaces requires it. */
  need(index: Target, need: Need): void
  /** Records that one package requires another. */
  require(from: Target, to: Target, isOptional: boolean): void
  /** Records that a folder outside the workspaces requires a package for its own development. */
  requireForTests(from: Target, to: Target): void
  /** Records that a package asks for a name, whatever it gets: an override can give it any version. */
  ask(from: Target, name: string): void
  /** Marks as test or optional what cannot be reached through any other dependencies. */
  finish(all: Iterable<Entry>): void
}

type Target = number | null | undefined

/** A component and the name by which others ask for it. */
export interface Entry {
  index: number
  name: string
  where: string
}

interface State {
  list: PackageList
  roots: Record<Need, Set<number>>
  /** Dependencies that are not optional. */
  hard: Map<number, Set<number>>
  required: Set<number>
  forTests: [from: number, to: number][]
  asking: Map<string, Set<number>>
}

export function projectGraph(list: PackageList): ProjectGraph {
  const roots: Record<Need, Set<number>> = { used: new Set(), optional: new Set(), dev: new Set() }
  const state: State = { list, roots, hard: new Map(), required: new Set(), forTests: [], asking: new Map() }
  return {
    need(index, need) {
      if (!isKnown(index)) return
      list.markDirect(index)
      roots[need].add(index)
      state.required.add(index)
    },
    require(from, to, isOptional) {
      list.link(from, to)
      if (!isKnown(from) || !isKnown(to)) return
      state.required.add(to)
      if (!isOptional) addTo(state.hard, from, to)
    },
    requireForTests(from, to) {
      if (!isKnown(to)) return
      roots.dev.add(to)
      state.required.add(to)
      if (isKnown(from)) state.forTests.push([from, to])
    },
    ask(from, name) {
      if (isKnown(from)) addTo(state.asking, name, from)
    },
    finish: (all) => finish(state, [...all]),
  }
}

const isKnown = (index: Target): index is number => index !== null && index !== undefined

function addTo<Key>(map: Map<Key, Set<number>>, key: Key, value: number): void {
  const known = map.get(key)
  if (known) known.add(value)
  else map.set(key, new Set([value]))
}

function finish(state: State, all: readonly Entry[]): void {
  const { list, roots, hard, required, forTests } = state
  // Packages that nothing requires have no known purpose, so they count as used.
  const strays = adopt(
    state,
    all.filter(({ index }) => !required.has(index)),
  )
  const used = [...roots.used, ...strays]
  if (roots.dev.size > 0) list.markTests([...used, ...roots.optional])
  const needed = new Set([...used, ...roots.dev])
  // Iterating a Set also visits elements added during iteration.
  for (const index of needed) for (const next of hard.get(index) ?? []) needed.add(next)
  for (const { index } of all) if (!needed.has(index)) list.markOptional(index)
  // Only now, since what a package needs for its tests is not used because the package is.
  for (const [from, to] of forTests) list.link(from, to)
}

/** Further askers of one name are ignored, so that hostile files cannot multiply links. */
const maxAskers = 100

/** Links packages that nothing gets to those that ask for their name; returns the others. */
function adopt({ list, hard, asking }: State, strays: readonly Entry[]): number[] {
  return strays.flatMap(({ index, name, where }) => {
    const askers = [...(asking.get(name) ?? [])].filter((from) => from !== index).slice(0, maxAskers)
    if (askers.length === 0) return index
    const message = `Nothing gets ${quote(name)} in this version: it counts as required by all that ask for its name.`
    list.log.add('entry-unreachable', message, where)
    for (const from of askers) {
      list.link(from, index)
      addTo(hard, from, index)
    }
    return []
  })
}
