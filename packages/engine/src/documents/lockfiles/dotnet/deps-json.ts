import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
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
    const indexes = new Map<string, number | 'own' | null>()
    for (const [key, library] of Object.entries(recordOf(deps['libraries'])))
      indexes.set(key.toLowerCase(), addLibrary(key, recordOf(library), list))
    for (const libraries of Object.values(recordOf(deps['targets'])))
      linkLibraries(recordOf(libraries), indexes, list)
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

function addLibrary(key: string, library: Record<string, unknown>, list: PackageList): number | 'own' | null {
  const type = shortTextOf(library['type'])
  // Projects of the solution and their assemblies.
  if (type !== 'package' && type !== 'runtimepack') return 'own'
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

function linkLibraries(
  libraries: Record<string, unknown>,
  indexes: ReadonlyMap<string, number | 'own' | null>,
  list: PackageList,
): void {
  for (const [key, library] of Object.entries(libraries)) {
    const requiring = indexes.get(key.toLowerCase())
    for (const [name, version] of Object.entries(recordOf(recordOf(library)['dependencies']))) {
      const required = indexes.get(`${name}/${shortTextOf(version)}`.toLowerCase())
      if (required === 'own') continue
      if (requiring === 'own') list.markDirect(required)
      else list.link(requiring, required)
    }
  }
}

/** 'Newtonsoft.Json/13.0.1' */
function identityOf(key: string): { name: string; version: string } {
  const at = key.lastIndexOf('/')
  return at === -1 ? { name: key, version: '' } : { name: key.slice(0, at), version: key.slice(at + 1) }
}
