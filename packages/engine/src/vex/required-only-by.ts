import type { Component } from '../inventory.ts'

/** Components looked at before it counts as required by others, too: graphs of large projects are deep. */
const maxVisited = 1_000

/** Whether every path from the project to a component leads through one of the wholes; false when nothing tells. */
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
