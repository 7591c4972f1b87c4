import type { StoredComponent } from './store.ts'

type Graph = readonly Pick<StoredComponent, 'name' | 'version' | 'is_direct' | 'required_by'>[]

/** Cycles and dense graphs hold more paths than anyone reads: the search for one component ends here. */
const maxSteps = 1000

/**
 * Finds the ways from the project to a component ('name@version'), the shortest first, each a list of
 * 'name:version' entries; none when the document does not tell who requires what.
 */
export function pathFinder(components: Graph): (key: string, limit: number) => string[][] {
  const parents = new Map(components.map((each) => [keyOf(each), each.required_by.toSorted().toReversed()]))
  const depths = depthsOf(components)
  return (key, limit) => {
    const found: string[][] = []
    // By the length of the whole way, which the depths foretell: the first to be complete are the shortest.
    const open: string[][][] = []
    const add = (path: string[]) => {
      const depth = depths.get(path[0]!)
      if (depth !== undefined) (open[path.length - 1 + depth] ??= []).push(path)
    }
    add([key])
    let steps = 0
    for (let length = 0; length < open.length; length++) {
      // The last first: of many ways of one length, the first is followed to its end before the next is tried.
      for (let path = open[length]?.pop(); path; path = open[length]?.pop()) {
        if (depths.get(path[0]!) === 1) found.push(path)
        if (found.length === limit || ++steps === maxSteps) return found.map(spell)
        for (const parent of parents.get(path[0]!) ?? []) if (!path.includes(parent)) add([parent, ...path])
      }
    }
    return found.map(spell)
  }
}

/** How far each component is from the project; 1 is required directly. */
function depthsOf(components: Graph): Map<string, number> {
  const children = new Map<string, string[]>()
  for (const component of components) {
    for (const parent of component.required_by) {
      const list = children.get(parent)
      if (list) list.push(keyOf(component))
      else children.set(parent, [keyOf(component)])
    }
  }
  const depths = new Map<string, number>()
  let front = components.filter((each) => each.is_direct === true).map(keyOf)
  for (let depth = 1; front.length > 0; depth++) {
    for (const key of front) depths.set(key, depth)
    front = [...new Set(front.flatMap((key) => children.get(key) ?? []))].filter((key) => !depths.has(key))
  }
  return depths
}

const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

const spell = (path: string[]) => path.map((key) => key.replace(/@([^@]*)$/, ':$1'))
