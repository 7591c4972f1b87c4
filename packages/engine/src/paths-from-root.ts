/** A component as its graph knows it. */
export interface PathNode<Key> {
  key: Key
  isDirect: boolean | null
  /** Of several ways of one length, that by the first comes first. */
  requiredBy: readonly Key[]
}

/** Cycles and dense graphs hold more paths than anyone reads: the search for one component ends here. */
const maxSteps = 1000

/**
 * Finds the ways from the project to a component, the shortest first, each from the direct dependency down;
 * none when the document does not tell who requires what.
 */
export function pathFinder<Key>(nodes: readonly PathNode<Key>[]): (key: Key, limit: number) => Key[][] {
  const parents = new Map(nodes.map(({ key, requiredBy }) => [key, requiredBy.toReversed()]))
  const depths = depthsOf(nodes)
  return (key, limit) => {
    const found: Key[][] = []
    // By the length of the whole way, which the depths foretell: the first to be complete are the shortest.
    const open: Key[][][] = []
    const add = (path: Key[]) => {
      const depth = depths.get(path[0]!)
      if (depth !== undefined) (open[path.length - 1 + depth] ??= []).push(path)
    }
    add([key])
    let steps = 0
    for (let length = 0; length < open.length; length++) {
      // The last first: of many ways of one length, the first is followed to its end before the next is tried.
      for (let path = open[length]?.pop(); path; path = open[length]?.pop()) {
        if (depths.get(path[0]!) === 1) found.push(path)
        if (found.length === limit || ++steps === maxSteps) return found
        for (const parent of parents.get(path[0]!) ?? []) if (!path.includes(parent)) add([parent, ...path])
      }
    }
    return found
  }
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
