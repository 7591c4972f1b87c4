/** A component as its graph knows it. */
export interface PathNode<Key> {
  key: Key
  isDirect: boolean | null
  /** Of several ways of one length, that by the first comes first. */
  requiredBy: readonly Key[]
}

/** Cycles and dense graphs hold more paths than anyone reads: the search for one component ends here. */
const maxSteps = 1000

type FindPaths<Key> = (key: Key, limit: number) => Key[][]

/**
 * Finds the ways from the project to a component, the shortest first, each from the direct dependency down;
 * none when the document does not tell who requires what.
 */
export function pathFinder<Key>(nodes: readonly PathNode<Key>[]): FindPaths<Key> {
  const parents = new Map(nodes.map(({ key, requiredBy }) => [key, requiredBy]))
  const depths = depthsOf(nodes)
  return findPathsIn({ parentsOf: (key) => parents.get(key) ?? [], depthOf: (key) => depths.get(key) })
}

/** A graph in whatever form its owner keeps it. */
export interface PathGraph<Key> {
  parentsOf(key: Key): ArrayLike<Key>
  /** How far the component is from the project: 1 is required directly; undefined: nothing leads to it. */
  depthOf(key: Key): number | undefined
}

/** As pathFinder, in a graph whose depths are known. */
export const findPathsIn =
  <Key>({ parentsOf, depthOf }: PathGraph<Key>): FindPaths<Key> =>
  (key, limit) => {
    const found: Key[][] = []
    // By the length of the whole way, which the depths foretell: the first to be complete are the shortest.
    const open: Way<Key>[][] = []
    const add = (way: Way<Key>) => {
      const depth = depthOf(way.key)
      if (depth !== undefined) (open[way.length - 1 + depth] ??= []).push(way)
    }
    add({ key, below: null, length: 1 })
    let steps = 0
    for (let length = 0; length < open.length; length++) {
      // The last first: of many ways of one length, the first is followed to its end before the next is tried.
      for (let way = open[length]?.pop(); way; way = open[length]?.pop()) {
        if (depthOf(way.key) === 1) found.push(keysOf(way))
        if (found.length === limit || ++steps === maxSteps) return found
        const above = parentsOf(way.key)
        for (let at = above.length - 1; at >= 0; at--) {
          if (!passes(way, above[at]!)) add({ key: above[at]!, below: way, length: way.length + 1 })
        }
      }
    }
    return found
  }

/** From a component down to the one that is asked for; ways share what they have in common. */
interface Way<Key> {
  key: Key
  below: Way<Key> | null
  length: number
}

function keysOf<Key>(way: Way<Key>): Key[] {
  const keys: Key[] = []
  for (let each: Way<Key> | null = way; each; each = each.below) keys.push(each.key)
  return keys
}

function passes<Key>(way: Way<Key>, key: Key): boolean {
  for (let each: Way<Key> | null = way; each; each = each.below) if (each.key === key) return true
  return false
}

/** How far each component is from the project; 1 is required directly. */
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
