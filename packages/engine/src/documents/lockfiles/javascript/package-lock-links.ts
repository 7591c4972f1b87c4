import { type Lockfile, membersOf, type Place } from './package-lock-places.ts'

/** Who gets which copy. */
export interface Links {
  /** Required by the project or one of its workspaces. */
  direct: Set<Place>
  /** Required by another package. */
  required: Set<Place>
  edges: [from: Place, to: Place][]
  /** Whether the lockfile says who requires what. */
  listsRequired: boolean
}

/**
 * Finds for each package the copies that it gets, as Node looks them up: in its own node_modules, then in each
 * folder above (https://nodejs.org/api/modules.html#loading-from-node_modules-folders). While the walk is in a
 * folder, visible holds what can be seen from there, the nearest last; so the walk is linear.
 */
export function linkPlaces(root: Place, lockfile: Lockfile): Links {
  const links: Links = { direct: new Set(), required: new Set(), edges: [], listsRequired: false }
  const visible = new Map<string, Place[]>()
  const steps = [{ place: root, isLeaving: false }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { place, isLeaving } = step
    if (isLeaving) {
      for (const child of present(place)) visible.get(child.name)?.pop()
      continue
    }
    for (const child of present(place)) show(child, visible)
    link(place, { links, visible, lockfile })
    steps.push({ place, isLeaving: true })
    for (const child of place.inside.values()) steps.push({ place: child, isLeaving: false })
  }
  return links
}

/** A folder that only holds others is passed over when a package is looked up. */
const present = ({ inside }: Place): Place[] => [...inside.values()].filter(({ entry }) => entry !== null)

function show(place: Place, visible: Map<string, Place[]>): void {
  const shown = visible.get(place.name)
  if (shown) shown.push(place)
  else visible.set(place.name, [place])
}

interface Walk {
  links: Links
  visible: ReadonlyMap<string, readonly Place[]>
  lockfile: Lockfile
}

function link(place: Place, { links, visible, lockfile }: Walk): void {
  for (const member of place.wants) {
    const names = Object.keys(membersOf(place, member, lockfile))
    if (place.isOwn || names.length > 0) links.listsRequired = true
    for (const name of names) {
      const found = visible.get(name)?.at(-1)
      if (found === undefined || found.isOwn) continue
      if (place.isOwn) links.direct.add(found)
      else links.edges.push([place, found])
      if (!place.isOwn && place !== found) links.required.add(found)
    }
  }
}
