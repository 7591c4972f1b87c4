import type { Component } from '../../../inventory.ts'
import { readPackage } from './locked-package.ts'
import type { Lockfile, Place } from './package-lock-places.ts'
import { linkPlaces, type Links } from './package-lock-links.ts'

/** One component for each name and version, wherever copies of it are. The project's own place is the first. */
export function listComponents(places: readonly Place[], lockfile: Lockfile): Component[] {
  const components: Component[] = []
  const indexes = new Map<string, number>()
  const indexOf = new Map<Place, number>()
  const links = linkPlaces(places[0]!, lockfile)
  for (const place of places) {
    const component = place.isOwn ? null : readPackage(place, lockfile)
    if (component === null) continue
    component.isDirect = isDirect(place, places[0]!, links)
    const key = `${component.name}\n${component.version}`
    const known = components[indexes.get(key) ?? components.length]
    if (known) addCopy(known, component)
    else indexes.set(key, components.push(component) - 1)
    indexOf.set(place, indexes.get(key)!)
  }
  for (const [from, to] of links.edges) {
    const [requiring, required] = [indexOf.get(from), indexOf.get(to)]
    if (requiring === undefined || required === undefined || requiring === required) continue
    components[required]!.requiredBy.push(requiring)
  }
  for (const component of components)
    component.requiredBy = [...new Set(component.requiredBy)].sort((a, b) => a - b)
  return components
}

/**
 * Version 1 does not list what the project itself requires: on its first level, what nobody else requires is direct,
 * and of the rest it cannot be known.
 */
function isDirect(place: Place, root: Place, { direct, required, listsRequired }: Links): boolean | null {
  if (direct.has(place)) return true
  if (!listsRequired) return null
  if (root.wants.length > 0 || root.inside.get(place.name) !== place) return false
  return required.has(place) ? null : true
}

function addCopy(known: Component, { isDirect, scope, isOptional, licenses }: Component): void {
  if (isDirect !== null) known.isDirect = known.isDirect === true || isDirect
  if (scope === 'runtime') known.scope = scope
  if (!isOptional) delete known.isOptional
  if (known.licenses.length === 0) known.licenses = licenses
}
