import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'

/** *.deps.json: https://github.com/dotnet/sdk/blob/main/documentation/specs/runtime-configuration-file.md */
export const depsJson = lockfileReader({
  id: 'deps-json',
  title: 'deps.json: it lists no libraries',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => /\.deps\.json$/i.test(fileName),
  recognizes: (json) => isDeps(recordOf(json)),
  parse: parseJsonObject,
  accepts: isDeps,
  read(deps, list) {
    const target = targetOf(deps)
    const shipped = shippedIn(target)
    const indexes: Indexes = new Map()
    for (const [key, library] of Object.entries(recordOf(deps['libraries'])))
      if (shipped === null || shipped.has(key.toLowerCase()) || !isPackage(recordOf(library)))
        indexes.set(key.toLowerCase(), addLibrary(key, recordOf(library), list))
    linkLibraries(target, indexes, list)
    const own = Object.keys(recordOf(deps['libraries'])).find(
      (key) => indexes.get(key.toLowerCase()) === 'own',
    )
    const { name, version } = identityOf(own ?? '')
    return { format: 'deps.json', root: name === '' ? null : { name, version, purl: null } }
  },
})

function isDeps({ libraries, runtimeTarget, targets }: Record<string, unknown>): boolean {
  return isRecord(libraries) && (runtimeTarget !== undefined || isRecord(targets))
}

type Indexes = Map<string, number | 'own' | null>
type Target = ReadonlyMap<string, Record<string, unknown>>

/** What runs on the target's system, by names in lower case; of files without one, what all targets list. */
function targetOf({ targets, runtimeTarget }: Record<string, unknown>): Target {
  const wanted = ownProperty(recordOf(targets), shortTextOf(recordOf(runtimeTarget)['name']))
  const chosen = isRecord(wanted) ? [wanted] : Object.values(recordOf(targets)).map(recordOf)
  return new Map(
    chosen.flatMap((libraries) =>
      Object.entries(libraries).map(([key, library]) => [key.toLowerCase(), recordOf(library)] as const),
    ),
  )
}

/** Packages without a file only refer to others, or were needed to compile. null if the document lists no files at all. */
function shippedIn(target: Target): ReadonlySet<string> | null {
  const keys = [...target].flatMap(([key, library]) => (hasFiles(library) ? [key] : []))
  return keys.length === 0 ? null : new Set(keys)
}

const hasFiles = (library: Record<string, unknown>): boolean =>
  ['runtime', 'native', 'runtimeTargets', 'resources'].some(
    (key) => Object.keys(recordOf(ownProperty(library, key))).length > 0,
  )

const isPackage = ({ type }: Record<string, unknown>): boolean => type === 'package' || type === 'runtimepack'

function addLibrary(key: string, library: Record<string, unknown>, list: PackageList): number | 'own' | null {
  const type = shortTextOf(library['type'])
  // Projects of the solution and their assemblies.
  if (!isPackage(library)) return 'own'
  const { name, version } = identityOf(key)
  const hash = /^sha512-(.+)$/.exec(shortTextOf(library['sha512']))?.[1]
  return list.add({
    // The key of a runtime pack has a prefix.
    name: type === 'runtimepack' ? name.replace(/^runtimepack\./, '') : name,
    version,
    isDirect: false,
    where: `${list.path}#/libraries/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ...(hash !== undefined && { hashes: [{ algorithm: 'SHA-512', value: hash }] }),
  })
}

function linkLibraries(target: Target, indexes: Indexes, list: PackageList): void {
  for (const key of target.keys()) {
    const requiring = indexes.get(key)
    if (requiring === undefined) continue
    for (const required of requiredBy(key, target, indexes))
      if (requiring === 'own') list.markDirect(required)
      else list.link(requiring, required)
  }
}

/** Through those without files, which only refer to others. */
function requiredBy(from: string, target: Target, indexes: Indexes): Set<number | null> {
  const found = new Set<number | null>()
  const seen = new Set([from])
  const pending = [from]
  while (pending.length > 0)
    for (const [name, version] of Object.entries(recordOf(target.get(pending.pop()!)?.['dependencies']))) {
      const key = `${name}/${shortTextOf(version)}`.toLowerCase()
      const index = indexes.get(key)
      if (index !== undefined && index !== 'own') found.add(index)
      if (index !== undefined || seen.has(key)) continue
      seen.add(key)
      pending.push(key)
    }
  return found
}

/** 'Newtonsoft.Json/13.0.1' */
function identityOf(key: string): { name: string; version: string } {
  const at = key.lastIndexOf('/')
  return at === -1 ? { name: key, version: '' } : { name: key.slice(0, at), version: key.slice(at + 1) }
}
