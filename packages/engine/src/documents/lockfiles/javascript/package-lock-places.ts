import type { IssueLog } from '../../issue-log.ts'
import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { maxPlaceDepth } from '../../limits.ts'
import { ownProperty } from '../../../own-property.ts'

/** A lockfile while it is read. */
export interface Lockfile {
  json: Record<string, unknown>
  path: string
  log: IssueLog
}

/** One folder with a package: the project itself, one of its workspaces, or a copy in a node_modules folder. */
export interface Place {
  /** As it is required: the name of its folder. */
  name: string
  /** null: the lockfile has nothing on the folder but lists what is inside. */
  entry: Record<string, unknown> | null
  /** The project, its workspaces, links to them and local folders: no components. */
  isOwn: boolean
  /** The members of the entry that name what it requires. */
  wants: readonly string[]
  /** What its own node_modules holds, and for the project itself the workspaces. */
  inside: Map<string, Place>
  /** The JSON pointer to the entry. */
  where: () => string
}

const required = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** Versions 2 and 3: a flat table by folder. The project itself comes first; linear in the length of the table. */
export function placesOfPackages(lockfile: Lockfile): Place[] {
  const { json, path } = lockfile
  const root = newPlace('', { where: () => path })
  root.isOwn = true
  const places = [root]
  for (const [folder, value] of Object.entries(recordOf(json['packages']))) {
    const where = () => `${path}#/packages/${escape(folder)}`
    const entry = checkEntry(value, where, lockfile)
    if (entry === null) continue
    const place = placeAt(folder, root, places)
    place.entry = entry
    place.where = where
    if (entry['link'] === true) place.isOwn = true
    else place.wants = place.isOwn ? [...required, 'devDependencies'] : required
  }
  return places
}

/** 'packages/a/node_modules/b/node_modules/@c/d' is '@c/d' in 'b' in 'packages/a'. */
function placeAt(folder: string, root: Place, places: Place[]): Place {
  const [project, ...names] = folder.split(/(?:^|\/)node_modules\//)
  let place = root
  if (project !== '') {
    place = childOf(root, `/${project}`, places)
    place.isOwn = true
  }
  for (const name of names) place = childOf(place, name, places)
  return place
}

function childOf(place: Place, name: string, places: Place[]): Place {
  const known = place.inside.get(name)
  if (known) return known
  const child = newPlace(name, place)
  place.inside.set(name, child)
  places.push(child)
  return child
}

/** Version 1 and before: a tree. The project itself comes first. */
export function placesOfDependencies(lockfile: Lockfile): Place[] {
  const { json, path } = lockfile
  const root = newPlace('', { where: () => `${path}#` })
  root.isOwn = true
  root.entry = json
  const places = [root]
  const open = [{ place: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, depth } = next
    for (const [name, value] of Object.entries(membersOf(place, 'dependencies', lockfile))) {
      const { where: above } = place
      // Deeper than that, an issue stands at the package above.
      const where =
        depth < maxPlaceDepth ? () => `${above()}/dependencies/${escape(shortTextOf(name))}` : above
      const entry = checkEntry(value, where, lockfile)
      if (entry === null) continue
      const child = childOf(place, name, places)
      Object.assign(child, { entry, where, wants: ['requires'], isOwn: isLocalFolder(entry) })
      open.push({ place: child, depth: depth + 1 })
    }
  }
  return places
}

/** The members of an object in a place's entry; an issue when it is something else. */
export function membersOf(place: Place, member: string, { log }: Lockfile): Record<string, unknown> {
  const value = ownProperty(place.entry, member)
  if (value === undefined || isRecord(value)) return value ?? {}
  const message = `The member '${member}' is no JSON object and was not read.`
  log.add('member-invalid', message, () => `${place.where()}/${member}`)
  return {}
}

/** JSON pointers escape '~' and '/': https://www.rfc-editor.org/rfc/rfc6901#section-3 */
const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

const newPlace = (name: string, { where }: Pick<Place, 'where'>): Place => ({
  name,
  entry: null,
  isOwn: false,
  wants: [],
  inside: new Map(),
  where,
})

function checkEntry(value: unknown, where: () => string, { log }: Lockfile): Record<string, unknown> | null {
  if (isRecord(value)) return value
  log.add('entry-invalid', 'This package is no JSON object and was left out.', where)
  return null
}

/** 'file:packages/a' is a folder of the project's own, 'file:a-1.0.0.tgz' a package. */
function isLocalFolder({ version, integrity }: Record<string, unknown>): boolean {
  return (
    typeof version === 'string' &&
    /^(?:file|link):/.test(version) &&
    integrity === undefined &&
    !/\.(?:tgz|tar\.gz|tar)$/i.test(version)
  )
}
