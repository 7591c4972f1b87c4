import type { ComponentOrigin, SourceDocument } from '../../../inventory.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { readText } from '../../parsers/text-document.ts'
import { type ProjectGraph, projectGraph } from './graph.ts'
import { hashesOf, npmKind, rangeOrigin, resolvedOrigin, splitDescriptor } from './npm-package.ts'
import { askIn, manifestAt, manifestOf, needOf, nodeRuntime } from './package-json.ts'

/** bun.lock: https://bun.sh/docs/install/lockfile */
export const bunLock = lockfileReader({
  id: 'bun-lock',
  title: 'Bun lockfile: it lists no workspaces and packages',
  kind: npmKind,
  matchesPath: (fileName) => fileName === 'bun.lock',
  matchesContent: (start) =>
    /^\{\s*"lockfileVersion":\s*\d+,\s*(?:"configVersion":\s*\d+,\s*)?"workspaces"/.test(start),
  parse: parseLenientJson,
  accepts: ({ workspaces, packages }) => isRecord(workspaces) && isRecord(packages),
  companions: ['package.json'],
  read(lock, list, location) {
    const packages = readPackages(lock, list)
    linkPackages(lock, packages, list)
    const { name, version } = manifestOf(recordOf(recordOf(lock['workspaces'])['']))
    return {
      format: `bun.lock ${lockfileVersion(lock['lockfileVersion'])}`,
      root: name === '' ? null : { name, version, purl: null },
      runtime: nodeRuntime(manifestAt(location, '.')),
    }
  },
})

const lockfileVersion = (version: unknown): string => (typeof version === 'number' ? String(version) : '0')

const encoder = new TextEncoder()

/** JSON with comments and trailing commas. */
function parseLenientJson(document: SourceDocument) {
  const { text, issues } = readText(document)
  if (text === null) return { content: null, issues }
  const withoutComments = text.replaceAll(
    /"(?:[^"\\]|\\[\s\S])*(?:"|$)|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g,
    (part) => (part.startsWith('"') ? part : ' '),
  )
  const json = withoutComments.replaceAll(/"(?:[^"\\]|\\[\s\S])*(?:"|$)|,(?=\s*[}\]])/g, (part) =>
    part === ',' ? '' : part,
  )
  return parseJsonObject({ path: document.path, bytes: encoder.encode(json) })
}

interface BunPackage {
  index: number | null
  /** A folder outside the workspaces, whose development dependencies Bun installs, too. */
  isFolder: boolean
  needs: Record<string, unknown>
  where: string
}

/** By install path: 'chalk/ansi-styles' is the ansi-styles nested in chalk. */
function readPackages(lock: Record<string, unknown>, list: PackageList): Map<string, BunPackage> {
  const packages = new Map<string, BunPackage>()
  for (const [path, value] of Object.entries(recordOf(lock['packages']))) {
    const where = `${list.path}#/packages/${shortTextOf(path).replaceAll('~', '~0').replaceAll('/', '~1')}`
    const parts = listOf(value)
    const { name, range } = splitDescriptor(textOf(parts[0]))
    const isOwn = /^(?:workspace|root|link):/.test(range)
    const integrity = textOf(parts.findLast((part) => typeof part === 'string'))
    const resolved = typeof parts[1] === 'string' ? originOf(parts[1]) : undefined
    const index = isOwn ? null : addLocked({ name, range, resolved, integrity, where }, list)
    packages.set(path, {
      index,
      isFolder: /^(?:file|link):/.test(range),
      needs: recordOf(parts.find(isRecord)),
      where,
    })
  }
  return packages
}

interface Locked {
  name: string
  /** A version, or how it is addressed: 'github:owner/repository#commit'. */
  range: string
  /** By the address of a registry's package; undefined for others. */
  resolved: ComponentOrigin | undefined
  integrity: string
  where: string
}

/** Adds a package from a registry or elsewhere; null if it has no name. */
export function addLocked(
  { name, range, resolved, integrity, where }: Locked,
  list: PackageList,
): number | null {
  const named = rangeOrigin(range)
  const isVersion = named === undefined && !/[:/]/.test(range)
  const origin = named ?? resolved
  return list.add({
    name,
    version: isVersion ? range : '',
    isDirect: false,
    hashes: hashesOf(integrity),
    where,
    ...(origin && { origin }),
    ...(!isVersion && { gap: 'is not from a registry and has no version' }),
  })
}

/** The default registry is empty, whatever the project's settings: https://bun.sh/docs/install/lockfile */
const originOf = (address: string): ComponentOrigin | undefined =>
  address === '' ? { kind: 'public-registry' } : resolvedOrigin(address)

/** No real project nests deeper, and resolving a dependency tries every level of the path. */
const maxDepth = 100

function linkPackages(
  lock: Record<string, unknown>,
  packages: ReadonlyMap<string, BunPackage>,
  list: PackageList,
): void {
  const graph = projectGraph(list)
  for (const [folder, workspace] of Object.entries(recordOf(lock['workspaces']))) {
    const manifest = manifestOf(recordOf(workspace))
    const names = folder === '' ? [] : [manifest.name]
    const { dependencies, optionalDependencies, devDependencies, peerDependencies } = manifest
    const needed = [dependencies, optionalDependencies, devDependencies, peerDependencies]
    for (const name of new Set(needed.flatMap((each) => [...each.keys()]))) {
      const index = find(packages, names, name)?.index
      graph.need(index, needOf(manifest, name) ?? 'used')
      list.ask(index, { by: null, ...askIn(manifest, name), ...(folder !== '' && { member: folder }) })
    }
  }
  for (const [path, locked] of packages) {
    const names = namesIn(path)
    if (names.length <= maxDepth)
      linkPackage(locked, (name) => find(packages, names, name)?.index, { graph, list })
    else list.log.add('depth-exceeded', `The place ${quote(path)} is too deep and was not linked.`, list.path)
  }
  for (const name of Object.keys(recordOf(lock['overrides'])))
    list.ask(packages.get(name)?.index, { by: null, isOverride: true })
  graph.finish(
    [...packages].flatMap(([path, { index, where }]) =>
      index === null ? [] : { index, name: namesIn(path).at(-1) ?? '', where },
    ),
  )
}

function linkPackage(
  { index, isFolder, needs }: BunPackage,
  find: (name: string) => number | null | undefined,
  { graph, list }: { graph: ProjectGraph; list: PackageList },
): void {
  const optionalPeers = new Set(listOf(needs['optionalPeers']).map(textOf))
  for (const [member, isOptional] of [
    ['dependencies', () => false],
    ['optionalDependencies', () => true],
    ['peerDependencies', (name: string) => optionalPeers.has(name)],
  ] as const)
    for (const [name, range] of Object.entries(recordOf(needs[member]))) {
      graph.ask(index, name)
      graph.require(index, find(name), isOptional(name))
      if (index !== null) list.ask(find(name), { by: index, alias: name, range: textOf(range) })
    }
  if (!isFolder) return
  for (const name of Object.keys(recordOf(needs['devDependencies']))) graph.requireForTests(index, find(name))
}

/** Looks in the package's own path, then in each path above. */
function find(
  packages: ReadonlyMap<string, BunPackage>,
  names: readonly string[],
  name: string,
): BunPackage | undefined {
  for (let depth = names.length; depth >= 0; depth--) {
    const found = packages.get([...names.slice(0, depth), name].join('/'))
    if (found) return found
  }
  return undefined
}

/** 'a/@scope/b' is ['a', '@scope/b']. */
const namesIn = (path: string): string[] => path.match(/@[^/]*\/[^/]*|[^/]+/g) ?? []
