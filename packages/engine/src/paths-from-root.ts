/** A node of the dependency graph. */
export interface PathNode<Key> {
  key: Key
  isDirect: boolean | null
  /** Among paths of the same length, the one through the first dependent comes first. */
  requiredBy: readonly Key[]
}

/** Limit of the search per component, since cycles and dense graphs contain very many paths. */
const maxSteps = 1000

type FindPaths<Key> = (key: Key, limit: number) => Key[][]

/**
 * Finds the dependency paths from the project to a component, shortest first, each starting with the direct dependency;
 * empty without a dependency graph.
 */
export function pathFinder<Key>(nodes: readonly PathNode<Key>[]): FindPaths<Key> {
  const parents = new Map(nodes.map(({ key, requiredBy }) => [key, requiredBy]))
  const depths = depthsOf(nodes)
  return findPathsIn({ parentsOf: (key) => parents.get(key) ?? [], depthOf: (key) => depths.get(key) })
}

/** A dependency graph in any representation. */
export interface PathGraph<Key> {
  parentsOf(key: Key): ArrayLike<Key>
  /** Distance from the project: 1 is direct; undefined: unreachable. */
  depthOf(key: Key): number | undefined
}

/** Like pathFinder, for a graph with known depths. */
export const findPathsIn =
  <Key>({ parentsOf, depthOf }: PathGraph<Key>): FindPaths<Key> =>
  (key, limit) => {
    const found: Key[][] = []
    // Ordered by total path length, known from the depths: paths are completed shortest first.
    const open: PartialPath<Key>[][] = []
    const add = (path: PartialPath<Key>) => {
      const depth = depthOf(path.key)
      if (depth !== undefined) (open[path.length - 1 + depth] ??= []).push(path)
    }
    add({ key, below: null, length: 1 })
    let steps = 0
    for (let length = 0; length < open.length; length++) {
      // Last first: of many paths of the same length, the first is completed before the next is tried.
      for (let path = open[length]?.pop(); path; path = open[length]?.pop()) {
        if (depthOf(path.key) === 1) found.push(keysOf(path))
        if (found.length === limit || ++steps === maxSteps) return found
        const above = parentsOf(path.key)
        for (let at = above.length - 1; at >= 0; at--) {
          if (!passes(path, above[at]!)) add({ key: above[at]!, below: path, length: path.length + 1 })
        }
      }
    }
    return found
  }

/** A path down to the target as a linked list with shared tails. */
interface PartialPath<Key> {
  key: Key
  below: PartialPath<Key> | null
  length: number
}

function keysOf<Key>(path: PartialPath<Key>): Key[] {
  const keys: Key[] = []
  for (let node: PartialPath<Key> | null = path; node; node = node.below) keys.push(node.key)
  return keys
}

function passes<Key>(path: PartialPath<Key>, key: Key): boolean {
  for (let node: PartialPath<Key> | null = path; node; node = node.below) if (node.key === key) return true
  return false
}

/** The distance of each component from the project; 1 is direct. */
function depthsOf<Key>(nodes: readonly PathNode<Key>[]): Map<Key, number> {
  const children = new Map<Key, Key[]>()
  for (const { key, requiredBy } of nodes) {
    for (const parent of requiredBy) {
      const list = children.get(parent)
      if (list) list.push(key)
      else children.set(parent, [key])
    }
  }
  const depths = new Map<Key, number>()
  let front = nodes.filter(({ isDirect }) => isDirect === true).map(({ key }) => key)
  for (let depth = 1; front.length > 0; depth++) {
    for (const key of front) depths.set(key, depth)
    front = [...new Set(front.flatMap((key) => children.get(key) ?? []))].filter((key) => !depths.has(key))
  }
  return depths
}
