import type { DependencyEdge, DependencyNode } from './dependency-node.ts'

/** From the widest. https://maven.apache.org/guides/introduction/introduction-to-dependency-mechanism.html#dependency-scope */
const widest = ['compile', 'runtime', 'provided', 'test', 'system']

/** The scope that a dependency has for the project, by those of its dependent for the project and of it for that. */
function derive(parent: string, own: string): string {
  if (own === 'system' || own === 'test' || parent === 'compile') return own
  if (parent === 'test' || parent === 'runtime') return parent
  return parent === 'system' || parent === 'provided' ? 'provided' : 'runtime'
}

/** Of a package that is asked for in several ways, the widest counts, unless the project itself asks for it. */
export function decideScopes(
  nodes: Iterable<DependencyNode>,
  edges: readonly DependencyEdge[],
): Map<DependencyNode, string> {
  const asked = Map.groupBy(edges, ({ key }) => key)
  const scopes = new Map<DependencyNode, string>()
  const open = [...nodes]
  const scopeOf = ({ key }: DependencyNode): string | undefined => {
    const requests = asked.get(key) ?? []
    const direct = requests.find(({ from }) => from === null)
    if (direct) return direct.scope
    const found = requests.flatMap(({ from, scope }) => {
      const parent = from === null ? undefined : scopes.get(from)
      return parent === undefined ? [] : [derive(parent, scope)]
    })
    return widest.find((each) => found.includes(each)) ?? found[0]
  }
  // Scopes only widen, so this ends; nodes are in the order of their depth, so it mostly needs two rounds.
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const node of open) {
      const scope = scopeOf(node)
      if (scope === undefined || scope === scopes.get(node)) continue
      scopes.set(node, scope)
      isChanged = true
    }
  }
  return scopes
}
