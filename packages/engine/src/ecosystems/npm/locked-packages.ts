import type { Issue } from '../../inventory.ts'

type Json = Record<string, unknown>

/** One installed copy of a package. */
export interface LockedPackage {
  name: string
  /** '' when it comes from elsewhere than a registry and says none. */
  version: string
  isDirect: boolean
  isDev: boolean
  license: string | null
  /** Indexes of the copies that it gets when it asks for its dependencies. */
  requires: number[]
}

interface Reading {
  path: string
  issues: Issue[]
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** JSON pointers escape '~' and '/' (RFC 6901). */
const pointer = (path: string, ...keys: string[]) =>
  `${path}#${keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`

const mostIssues = 1000

function report({ issues }: Reading, issue: Issue): void {
  if (issues.length < mostIssues) issues.push(issue)
}

const folder = 'node_modules/'
const dependencyFields = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const
const rootFields = [...dependencyFields, 'devDependencies'] as const

const namesIn = (entry: Json, fields: readonly string[]): string[] =>
  fields.flatMap((field) => (isObject(entry[field]) ? Object.keys(entry[field]) : []))

/** Versions 2 and 3: a flat table from each copy's place to what it is. */
export function readPackages(table: Json, reading: Reading): LockedPackage[] {
  const packages: LockedPackage[] = []
  const indexOf = new Map<string, number>()
  const own: [string, Json][] = []
  const entries: [string, Json][] = []
  for (const [place, entry] of Object.entries(table)) {
    if (!isObject(entry)) {
      report(reading, invalid(reading, ['packages', place]))
    } else if (place.includes(folder)) {
      if (entry['link'] === true) continue
      indexOf.set(place, packages.length)
      entries.push([place, entry])
      packages.push(packageAt(place, entry, reading))
    } else {
      own.push([place, entry])
    }
  }
  for (const [place, entry] of own) {
    for (const name of namesIn(entry, rootFields)) {
      const found = resolve(indexOf, place, name)
      if (found !== undefined) packages[found]!.isDirect = true
    }
  }
  for (const [index, [place, entry]] of entries.entries()) {
    for (const name of namesIn(entry, dependencyFields)) {
      const found = resolve(indexOf, place, name)
      if (found !== undefined) packages[index]!.requires.push(found)
    }
  }
  return packages
}

const invalid = ({ path }: Reading, keys: string[]): Issue => ({
  code: 'entry-invalid',
  message: 'This entry is no JSON object and was left out',
  where: pointer(path, ...keys),
})

function packageAt(place: string, entry: Json, reading: Reading): LockedPackage {
  // An alias ("npm:other@1") is installed under one name and is another package.
  const name = textOf(entry['name']) ?? place.slice(place.lastIndexOf(folder) + folder.length)
  return {
    ...{ name, version: versionOf(entry, { reading, keys: ['packages', place], name }) },
    ...{ isDirect: false, isDev: entry['dev'] === true || entry['devOptional'] === true },
    ...{ license: textOf(entry['license']), requires: [] },
  }
}

function versionOf(
  entry: Json,
  { reading, keys, name }: { reading: Reading; keys: string[]; name: string },
): string {
  const version = textOf(entry['version'])
  if (version !== null && !version.includes(':')) return version
  const message = `${name} has no version of a registry, so no advisory can be matched`
  report(reading, { code: 'version-missing', message, where: pointer(reading.path, ...keys) })
  return ''
}

/** As Node looks it up: in the copy's own node_modules, then in each folder above. */
function resolve(indexOf: ReadonlyMap<string, number>, place: string, name: string): number | undefined {
  for (let at = place; ;) {
    const found = indexOf.get(`${at === '' ? '' : `${at}/`}${folder}${name}`)
    if (found !== undefined) return found
    if (at === '') return undefined
    const up = at.lastIndexOf(folder)
    // A workspace's folder is not inside node_modules; its packages are beside the root's.
    at = up <= 0 ? '' : at.slice(0, up - 1)
  }
}

interface Level {
  dependencies: Json
  keys: string[]
  place: string
}

/** Version 1: a tree, each level being one node_modules. Direct is what the first level is asked for by nobody else. */
export function readNested(lock: Json, reading: Reading): LockedPackage[] {
  const packages: LockedPackage[] = []
  const indexOf = new Map<string, number>()
  const asked: { index: number; place: string; names: string[] }[] = []
  const levels: Level[] = isObject(lock['dependencies'])
    ? [{ dependencies: lock['dependencies'], keys: ['dependencies'], place: '' }]
    : []
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    for (const [installed, entry] of Object.entries(level.dependencies)) {
      const keys = [...level.keys.slice(-8), installed]
      if (!isObject(entry)) {
        report(reading, invalid(reading, keys))
        continue
      }
      const place = `${level.place === '' ? '' : `${level.place}/`}${folder}${installed}`
      const index = packages.length
      indexOf.set(place, index)
      packages.push(nestedPackage(installed, entry, { reading, keys }))
      asked.push({ index, place, names: isObject(entry['requires']) ? Object.keys(entry['requires']) : [] })
      if (isObject(entry['dependencies']))
        levels.push({ dependencies: entry['dependencies'], keys: [...keys, 'dependencies'], place })
    }
  }
  connect(packages, indexOf, asked)
  return packages
}

function nestedPackage(
  installed: string,
  entry: Json,
  { reading, keys }: { reading: Reading; keys: string[] },
): LockedPackage {
  const alias = /^npm:(@?[^@]+)@(.+)$/.exec(textOf(entry['version']) ?? '')
  const name = alias?.[1] ?? installed
  return {
    name,
    version: alias?.[2] ?? versionOf(entry, { reading, keys, name }),
    ...{ isDirect: false, isDev: entry['dev'] === true, license: null, requires: [] },
  }
}

function connect(
  packages: LockedPackage[],
  indexOf: ReadonlyMap<string, number>,
  asked: { index: number; place: string; names: string[] }[],
): void {
  const isAskedFor = new Set<number>()
  for (const { index, place, names } of asked) {
    for (const name of names) {
      const found = resolve(indexOf, place, name)
      if (found === undefined) continue
      packages[index]!.requires.push(found)
      isAskedFor.add(found)
    }
  }
  for (const { index, place } of asked) {
    if (!isAskedFor.has(index) && place.indexOf(folder, 1) === -1) packages[index]!.isDirect = true
  }
}
