import { pathFrom } from '../sibling-file.ts'
import { listOf, quote, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseJsonObject } from '../lockfile-reader.ts'
import { composerOrigins } from './composer-origin.ts'
import type { ListedPackage, PackageList } from '../package-list.ts'
import { ownProperty } from '../../../own-property.ts'

/** composer.lock: https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control */
export const composerLock = lockfileReader({
  id: 'composer-lock',
  title: 'Composer lockfile: it lists no packages',
  kind: { purlType: 'composer', separator: '/' },
  matchesPath: (fileName) => fileName === 'composer.lock',
  companions: ['composer.json'],
  recognizes: (json) => isLockfile(recordOf(json)),
  parse: parseJsonObject,
  accepts: isLockfile,
  read(lock, list, location) {
    const manifest = readManifest(location)
    const originOf = composerOrigins(lock, manifest)
    const packages = ['packages', 'packages-dev'].flatMap((member) =>
      readPackages(lock, { member, list, originOf }),
    )
    linkPackages(packages, manifest, list)
    const name = shortTextOf(manifest?.['name'])
    const root = { name, version: shortTextOf(manifest?.['version']), purl: null }
    // Otherwise, the installed version decides, which no file tells.
    const runtime = shortTextOf(recordOf(lock['platform-overrides'])['php'])
    return { format: 'composer.lock', root: name === '' ? null : root, runtime }
  },
})

function isLockfile(json: Record<string, unknown>): boolean {
  const isComposer = ['content-hash', 'hash', 'packages-dev', 'plugin-api-version'].some(
    (member) => ownProperty(json, member) !== undefined,
  )
  return Array.isArray(json['packages']) && isComposer
}

interface LockedPackage {
  index: number | null
  name: string
  /** Names it satisfies: its own, and those it replaces or provides. */
  names: string[]
  /** Constraints by name. */
  requires: Map<string, string>
}

interface Reading {
  member: string
  list: PackageList
  originOf: ReturnType<typeof composerOrigins>
}

function readPackages(lock: Record<string, unknown>, { member, list, originOf }: Reading): LockedPackage[] {
  const location = `${list.path}#/${member}`
  const value = ownProperty(lock, member)
  // Composer before 1.0 writes null if development packages were not resolved.
  if (value !== undefined && value !== null && !Array.isArray(value))
    list.log.add('member-invalid', `The member '${member}' is not a list and was not read.`, location)
  return listOf(value).map((each, at) => {
    const locked = recordOf(each)
    const name = shortTextOf(locked['name'])
    const scope = member === 'packages' ? 'runtime' : 'test'
    const origin = originOf(locked)
    const index = list.add({
      ...describe(locked),
      ...(origin && { origin }),
      name,
      scope,
      isDirect: null,
      where: `${location}/${at}`,
    })
    const standsFor = ['replace', 'provide'].flatMap((relation) =>
      Object.keys(recordOf(ownProperty(locked, relation))),
    )
    const requires = Object.entries(recordOf(locked['require'])).map(
      ([each, constraint]) => [lowerCase(each), shortTextOf(constraint)] as const,
    )
    return {
      index,
      name,
      names: [name, ...standsFor.filter(isPackage)].map(lowerCase),
      requires: new Map(requires),
    }
  })
}

function describe(locked: Record<string, unknown>): Omit<ListedPackage, 'name' | 'where'> {
  const { abandoned } = locked
  const licenses = listOf(locked['license'])
    .map(shortTextOf)
    .filter((license) => license !== '')
  const sha1 = shortTextOf(recordOf(locked['dist'])['shasum'])
  return {
    version: shortTextOf(locked['version']),
    // Several licenses are a choice: https://getcomposer.org/doc/04-schema.md#license
    ...(licenses.length > 0 && { licenses: [{ kind: 'expression', value: licenses.join(' OR ') }] }),
    ...(sha1 !== '' && { hashes: [{ algorithm: 'SHA-1', value: sha1 }] }),
    ...(abandoned === true && { deprecated: 'The package is abandoned.' }),
    ...(typeof abandoned === 'string' && {
      deprecated: `The package is abandoned: use ${quote(abandoned)}.`,
    }),
  }
}

/** The composer.json in the same folder; null if it is missing. */
function readManifest({ path, tree }: LockfileLocation): Record<string, unknown> | null {
  const manifestPath = pathFrom(path, 'composer.json')
  const document = manifestPath === null ? null : tree?.find(manifestPath)
  return document ? parseJsonObject(document).content : null
}

function linkPackages(
  packages: readonly LockedPackage[],
  manifest: Record<string, unknown> | null,
  list: PackageList,
): void {
  const byName = new Map<string, number | null>()
  for (const { names, index } of packages)
    for (const name of names) if (!byName.has(name)) byName.set(name, index)
  // A package takes precedence over others that replace or provide it.
  for (const { names, index } of packages) byName.set(names[0]!, index)
  const required = new Set<string>()
  for (const { index, name, requires } of packages) {
    for (const [each, range] of requires) {
      list.link(index, byName.get(each))
      if (index !== null) list.ask(byName.get(each), { by: index, range })
      if (each !== lowerCase(name)) required.add(each)
    }
  }
  if (manifest) {
    for (const { index } of packages) list.markDirect(index, false)
    for (const member of ['require', 'require-dev'])
      for (const [name, range] of Object.entries(recordOf(ownProperty(manifest, member)))) {
        const required = byName.get(lowerCase(name))
        list.markDirect(required)
        const place = member === 'require' ? {} : { group: 'dev' }
        list.ask(required, { by: null, range: shortTextOf(range), ...place })
      }
    return
  }
  // Without composer.json, packages that no other requires are direct, and for all others it is unknown.
  for (const { index, names } of packages)
    if (!names.some((name) => required.has(name))) list.markDirect(index)
}

/** PHP, its extensions and libraries are installed, even if a package provides them: all others have a vendor. */
const isPackage = (name: string): boolean => name.includes('/')

const lowerCase = (name: string) => name.toLowerCase()
