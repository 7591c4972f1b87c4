import { isRecord, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseYamlMaps } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { type Entry, type ProjectGraph, projectGraph } from './graph.ts'
import { npm } from '../../../ecosystems/npm/index.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { addressOrigin, originAt, registryOrigin } from '../../components/origin.ts'
import { hashesOf, npmKind, rangeOrigin, resolvedOrigin, splitDescriptor } from './npm-package.ts'
import type { Need } from '../package-list.ts'
import { manifestAt, nodeRuntime } from './package-json.ts'
import { ownProperty } from '../../../own-property.ts'

/** pnpm-lock.yaml, versions 5 to 9: https://github.com/pnpm/spec/tree/master/lockfile */
export const pnpmLock = lockfileReader({
  id: 'pnpm-lock',
  title: 'pnpm lockfile: it has no lockfileVersion',
  kind: npmKind,
  matchesPath: (fileName) => fileName === 'pnpm-lock.yaml',
  matchesContent: (start) => /^lockfileVersion: /m.test(start),
  parse: parseYamlMaps,
  accepts: (locks) => locks.some(isLock),
  companions: ['package.json'],
  read(locks, list, location) {
    // Since pnpm 11, a separate document before the project's lists the packages of pnpm itself.
    const graph = projectGraph(list)
    const read = locks.filter(isLock).map((lock) => readLock(lock, list, graph))
    graph.finish(read.flatMap(({ entries }) => entries))
    const runtime = nodeRuntime(manifestAt(location, '.'))
    return { format: `pnpm-lock ${read.at(-1)!.version}`, runtime }
  },
})

const isLock = ({ lockfileVersion }: Record<string, unknown>) => textOf(lockfileVersion) !== ''

function readLock(lock: Record<string, unknown>, list: PackageList, graph: ProjectGraph) {
  const version = shortTextOf(lock['lockfileVersion'])
  const major = Math.trunc(Number.parseFloat(version))
  if (!(major >= 5 && major <= 9)) {
    const message = "The lockfile's version is not known: it is read as version 9."
    list.log.add('lockfile-version-unknown', message, `${list.path}#/lockfileVersion`)
  }
  return { version, entries: readPackages(lock, { list, graph, isOld: major < 6 }) }
}

interface Reading {
  list: PackageList
  graph: ProjectGraph
  isOld: boolean
}

/** Returns all components. */
function readPackages(lock: Record<string, unknown>, { list, graph, isOld }: Reading): Entry[] {
  const packages = recordOf(lock['packages'])
  // Since version 9, packages has one entry per version, and snapshots one per set of peers.
  const snapshots = recordOf(lock['snapshots'] ?? packages)
  const indexes = new Map<string, number | null>()
  for (const [key, snapshot] of Object.entries(snapshots)) {
    const described = { ...recordOf(ownProperty(packages, withoutPeers(key))), ...recordOf(snapshot) }
    indexes.set(key, addPackage(key, described, { list, isOld }))
  }
  const find = (name: string, reference: string, where: string) => {
    // A folder of the project.
    if (/^(?:link|workspace):/.test(reference)) return null
    const keys = [`/${name}/${reference}`, `/${name}@${reference}`, `${name}@${reference}`, reference]
    const key = keys.find((each) => indexes.has(each))
    if (key === undefined)
      list.log.add('reference-unknown', `The required ${quote(`${name}@${reference}`)} is not listed.`, where)
    return key === undefined ? null : indexes.get(key)
  }
  for (const [key, snapshot] of Object.entries(snapshots)) {
    const where = `${list.path}#/packages/${escape(key)}`
    const by = indexes.get(key) ?? null
    for (const [member, isOptional] of snapshotMembers)
      for (const [name, reference] of textsOf(ownProperty(recordOf(snapshot), member))) {
        const required = find(name, reference, where)
        graph.require(by, required, isOptional)
        if (by !== null) list.ask(required, { by, alias: name })
      }
  }
  for (const [folder, importer] of importersOf(lock)) {
    for (const [member, need] of Object.entries(members))
      for (const [name, reference, range] of textsOf(ownProperty(importer, member))) {
        const required = find(name, reference, `${list.path}#/importers/${escape(folder)}`)
        graph.need(required, need)
        list.ask(required, {
          by: null,
          alias: name,
          range: range ?? textOf(ownProperty(recordOf(importer['specifiers']), name)),
          ...(folder !== '.' && { member: folder }),
          ...groupOf(member),
          format: formatOf(lock),
        })
      }
  }
  askForOverrides(lock, indexes, { list, isOld })
  return [...indexes].flatMap(([key, index]) =>
    index === null ? [] : { index, name: nameIn(key, isOld), where: `${list.path}#/packages/${escape(key)}` },
  )
}

/** Keys are 'name', 'name@range' or 'parent>name': https://pnpm.io/settings#overrides */
function askForOverrides(
  { overrides }: Record<string, unknown>,
  indexes: ReadonlyMap<string, number | null>,
  { list, isOld }: { list: PackageList; isOld: boolean },
): void {
  const forced = new Map<string, string>()
  for (const [selector, value] of Object.entries(recordOf(overrides)))
    forced.set(splitDescriptor(selector.split('>').at(-1)!).name, textOf(value))
  if (forced.size === 0) return
  for (const [key, index] of indexes) {
    const range = forced.get((isOld ? readOldKey(key) : readKey(key)).name)
    if (range !== undefined) list.ask(index, { by: null, isOverride: true, range })
  }
}

const members: Record<string, Need> = {
  dependencies: 'used',
  optionalDependencies: 'optional',
  devDependencies: 'dev',
  configDependencies: 'dev',
  packageManagerDependencies: 'dev',
}

const snapshotMembers = [
  ['dependencies', false],
  ['optionalDependencies', true],
] as const

/** Whether commands for the root need an option, since there are members. */
const formatOf = ({ importers }: Record<string, unknown>): string =>
  Object.keys(recordOf(importers)).length > 1 ? 'pnpm workspace' : 'pnpm'

function groupOf(member: string): { group?: string } {
  if (member === 'devDependencies') return { group: 'dev' }
  return member === 'optionalDependencies' ? { group: 'optional' } : {}
}

/** Without importers, the document itself is the only importer. */
const importersOf = (lock: Record<string, unknown>): [string, Record<string, unknown>][] =>
  isRecord(lock['importers'])
    ? Object.entries(lock['importers']).map(([folder, importer]) => [folder, recordOf(importer)])
    : [['.', lock]]

/** Name, reference and range. Since version 6, a map of { specifier, version }, before with the ranges elsewhere. */
const textsOf = (value: unknown): [string, string, string | null][] =>
  Object.entries(recordOf(value)).map(([name, reference]) =>
    isRecord(reference)
      ? [name, textOf(reference['version']), textOf(reference['specifier'])]
      : [name, textOf(reference), null],
  )

const withoutPeers = (key: string): string => key.split('(', 1)[0]!

const escape = (key: string) => shortTextOf(key).replaceAll('~', '~0').replaceAll('/', '~1')

function addPackage(
  key: string,
  entry: Record<string, unknown>,
  { list, isOld }: { list: PackageList; isOld: boolean },
): number | null {
  const named = isOld ? readOldKey(key) : readKey(key)
  const version = textOf(entry['version']) || named.version
  const resolution = recordOf(entry['resolution'])
  const origin =
    (isOld && !key.startsWith('/') ? addressOrigin(key) : undefined) ?? originOf(resolution, named)
  const deprecated = textOf(entry['deprecated'])
  const isVersion = !/[:/]/.test(version)
  return list.add({
    name: textOf(entry['name']) || named.name,
    version: isVersion ? version : '',
    isDirect: false,
    hashes: hashesOf(textOf(resolution['integrity'])),
    where: `${list.path}#/packages/${escape(key)}`,
    ...(!isVersion && { gap: 'is not from a registry and gives itself no version' }),
    ...(deprecated !== '' && { deprecated }),
    ...(origin && { origin }),
  })
}

function originOf(
  resolution: Record<string, unknown>,
  { version, host }: Named,
): ComponentOrigin | undefined {
  const { tarball, type, repo, directory } = resolution
  if (type === 'git') return originAt('git', textOf(repo))
  if (type === 'directory' || textOf(directory) !== '') return originAt('folder', textOf(directory))
  const origin = rangeOrigin(version) ?? resolvedOrigin(textOf(tarball))
  return origin ?? (host === '' ? undefined : registryOrigin(`https://${host}`, npm))
}

interface Named {
  name: string
  version: string
  /** The host of the registry; '' for the default one. */
  host: string
}

const nameIn = (key: string, isOld: boolean): string => (isOld ? readOldKey(key) : readKey(key)).name

/** '/@scope/name@1.0.0(peer@2.0.0)'; since version 9 without the leading slash. */
function readKey(key: string): Named {
  const { name, range } = splitDescriptor(withoutPeers(key).replace(/^\//, ''))
  return { name, version: range, host: '' }
}

/** '/@scope/name/1.0.0_peer@2.0.0', preceded by the host unless it is the default registry. */
function readOldKey(key: string): Named {
  const segments = key.split('/')
  const at = segments.findIndex((segment, index) => index > 0 && segment !== '' && !segment.startsWith('@'))
  const scope = segments[at - 1]?.startsWith('@') ? `${segments[at - 1]}/` : ''
  const version = (segments[at + 1] ?? '').split('_', 1)[0]!
  return {
    name: `${scope}${segments[at] ?? ''}`,
    version,
    host: /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.exec(segments[0]!)?.[0] ?? '',
  }
}
