import type { FoundPackage } from '../model/cataloger.ts'

const maxPlaces = 50

/** A package that is in several programs or archives is one with several places. Its layer is the lowest that has it. */
export function mergePlaces(packages: readonly FoundPackage[]): FoundPackage[] {
  const merged: FoundPackage[] = []
  const byKey = new Map<string, number>()
  const indexes = packages.map((each) => {
    const key = `${each.purl} ${each.sureness} ${each.origin?.kind ?? ''} ${each.isDevelopment ?? false}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    byKey.set(key, merged.length)
    return merged.push({ ...each, places: [], ...(each.requiredBy && { requiredBy: [] }) }) - 1
  })
  for (const [index, each] of packages.entries()) {
    const into = merged[indexes[index]!]!
    into.places = [...into.places, ...each.places].slice(0, maxPlaces)
    if (each.isDirect === true) into.isDirect = true
    const by = (each.requiredBy ?? []).map((dependent) => indexes[dependent]!)
    if (by.length > 0) into.requiredBy = [...new Set([...(into.requiredBy ?? []), ...by])]
  }
  return merged
}
