import type { Component, Inventory } from '../inventory.ts'

/** More lead to a popular package than anyone reads. */
const maxNames = 5
/** Of hostile graphs. */
const maxVisited = 10_000

/** Names of the direct dependencies that bring components in, nearest first; empty when the inventory does not say. */
export function findDirect(
  { components }: Pick<Inventory, 'components'>,
  start: readonly number[],
): string[] {
  const names = new Set<string>()
  const seen = new Set(start)
  // A Set is walked in order of insertion, and further members are walked as well: breadth first.
  for (const index of seen) {
    const component = components[index] as Component
    if (component.isDirect && !start.includes(index)) names.add(component.name)
    if (names.size === maxNames || seen.size > maxVisited) break
    // What is above a direct dependency is not how the project comes to it.
    if (component.isDirect && !start.includes(index)) continue
    for (const parent of component.requiredBy) seen.add(parent)
  }
  return [...names]
}
