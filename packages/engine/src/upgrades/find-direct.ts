import type { Component, Inventory } from '../inventory.ts'

/** Limit for readability: many direct dependencies may lead to a popular package. */
const maxNames = 5
/** Limit for untrusted graphs. */
const maxVisited = 10_000

/** Names of the direct dependencies that introduce components, nearest first; empty if the inventory does not say. */
export function findDirect(
  { components }: Pick<Inventory, 'components'>,
  start: readonly number[],
): string[] {
  const names = new Set<string>()
  const seen = new Set(start)
  // Iterating a Set visits elements in insertion order, including those added meanwhile: breadth first.
  for (const index of seen) {
    const component = components[index] as Component
    if (component.isDirect && !start.includes(index)) names.add(component.name)
    if (names.size === maxNames || seen.size > maxVisited) break
    // Dependents of a direct dependency are irrelevant.
    if (component.isDirect && !start.includes(index)) continue
    for (const parent of component.requiredBy) seen.add(parent)
  }
  return [...names]
}
