import type { Component } from '../inventory.ts'

/** Search limit for deep graphs, after which a component counts as required by others, too. */
const maxVisited = 1_000

/** Whether every dependency path to a component leads through one of the given ones; false without a graph. */
export function isRequiredOnlyBy(
  components: readonly Component[],
  index: number,
  wholes: ReadonlySet<number>,
): boolean {
  const visited = new Set([index])
  for (const at of visited) {
    if (wholes.has(at)) continue
    const { isDirect, requiredBy } = components[at]!
    if (isDirect !== false || requiredBy.length === 0) return false
    for (const by of requiredBy) visited.add(by)
    if (visited.size > maxVisited) return false
  }
  return true
}
