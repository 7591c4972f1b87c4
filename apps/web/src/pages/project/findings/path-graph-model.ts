/** A node of the dependency path graph. */
export interface GraphNode {
  /** 'name:version'; '' is the project. */
  id: string
  /** Column, starting at the project. */
  depth: number
  /** Position in its column. */
  row: number
}

export interface PathGraph {
  nodes: GraphNode[]
  edges: { from: GraphNode; to: GraphNode }[]
  columns: number
  rows: number
}

/** Merges dependency paths into one graph: each component once, in the column of its longest path. */
export function pathGraph(paths: readonly (readonly string[])[]): PathGraph {
  const rooted = paths.map((path) => ['', ...path])
  const depths = depthsOf(rooted)
  const nodes = placeNodes(depths)
  const pairs = new Map(
    rooted
      .flatMap((path) => path.slice(1).map((to, at) => [path[at]!, to] as const))
      .map(([from, to]) => [`${from}\n${to}`, { from: nodes.get(from)!, to: nodes.get(to)! }]),
  )
  return {
    nodes: [...nodes.values()],
    edges: [...pairs.values()],
    columns: Math.max(0, ...depths.values()) + 1,
    rows: Math.max(0, ...[...nodes.values()].map(({ row }) => row)) + 1,
  }
}

/** Bounded, because of dependency cycles. */
function depthsOf(paths: readonly string[][]): Map<string, number> {
  const depths = new Map<string, number>()
  const longest = Math.max(0, ...paths.map(({ length }) => length))
  for (let round = 0; round < longest; round++)
    for (const path of paths)
      for (const [at, id] of path.entries()) {
        const before = at === 0 ? -1 : depths.get(path[at - 1]!)!
        depths.set(id, Math.min(Math.max(depths.get(id) ?? 0, before + 1), longest - 1))
      }
  return depths
}

/** In the order of the paths, shortest first. */
function placeNodes(depths: ReadonlyMap<string, number>): Map<string, GraphNode> {
  const used = new Map<number, number>()
  return new Map(
    [...depths].map(([id, depth]) => {
      const row = used.get(depth) ?? 0
      used.set(depth, row + 1)
      return [id, { id, depth, row }]
    }),
  )
}
