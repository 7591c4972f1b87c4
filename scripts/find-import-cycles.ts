export interface Import {
  /** The importing file. */
  from: string
  to: string
}

/**
 * Finds imports that are part of a cycle between nodes, as 'a -> b: file imports file'. A node is a file or a folder;
 * imports within a node do not count.
 */
export function findImportCycles(imports: readonly Import[], nodeOf: (file: string) => string): string[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const node = nodeOf(from)
    targets.set(node, (targets.get(node) ?? new Set()).add(nodeOf(to)))
  }
  const componentOf = findComponents(targets)
  return imports
    .map(({ from, to }) => ({ from, to, nodes: [nodeOf(from), nodeOf(to)] as const }))
    .filter(({ nodes: [a, b] }) => a !== b && componentOf.get(a) === componentOf.get(b))
    .map(({ from, to, nodes: [a, b] }) => `${a} -> ${b}: ${from} imports ${to}`)
    .toSorted()
}

/** Strongly connected components (Tarjan's algorithm): the number of each node's component. */
function findComponents(targets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const componentOf = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  let components = 0
  const visit = (node: string): number => {
    const index = lowest.size
    lowest.set(node, index)
    path.push(node)
    let low = index
    for (const target of targets.get(node) ?? []) {
      if (componentOf.has(target)) continue
      low = Math.min(low, lowest.get(target) ?? visit(target))
    }
    lowest.set(node, low)
    if (low === index) {
      for (const member of path.splice(path.indexOf(node))) componentOf.set(member, components)
      components += 1
    }
    return low
  }
  for (const node of targets.keys()) if (!lowest.has(node)) visit(node)
  return componentOf
}
