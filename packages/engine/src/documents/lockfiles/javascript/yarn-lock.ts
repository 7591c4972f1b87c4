import type { Need } from '../package-list.ts'
import type { Inventory, SourceDocument } from '../../../inventory.ts'
import { quote, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, type Parsed, parseYamlMap } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { readText } from '../../parsers/text-document.ts'
import { projectGraph } from './graph.ts'
import { hashesOf, npmKind, rangeOrigin, resolvedOrigin, splitDescriptor } from './npm-package.ts'
import { foldersBelow, type Manifest, manifestAt, needOf, nodeRuntime } from './package-json.ts'
import { askForEntries } from './yarn-requirements.ts'
import { readBerryEntries } from './yarn-berry.ts'
import { readClassicEntries } from './yarn-classic.ts'
import type { FindEntry, Found, YarnEntry, YarnProject } from './yarn-entry.ts'
import { nameInPattern, yarnResolutions } from './yarn-resolutions.ts'

/** yarn.lock of Yarn 1, and of Yarn 2 and later: https://yarnpkg.com */
export const yarnLock = lockfileReader<string | Record<string, unknown>>({
  id: 'yarn-lock',
  title: 'Yarn lockfile: it lists no packages',
  kind: npmKind,
  matchesPath: (fileName) => fileName === 'yarn.lock',
  companions: ['package.json'],
  matchesContent: (start) => /^# yarn lockfile v1$/m.test(start) || isBerry(start),
  parse,
  accepts: (content) => typeof content !== 'string' || /^(?:# yarn lockfile|\S.*:$)/m.test(content),
  read(content, list, location) {
    const isClassic = typeof content === 'string'
    const entries = isClassic ? readClassicEntries(content, list) : readBerryEntries(content, list)
    const manifests = new Map<string, Manifest | null>()
    const generation = isClassic ? '1' : shortTextOf(recordOf(content['__metadata'])['version'])
    const manifestOf = (folder: string) => cached(manifests, folder, location)
    const members = () => (manifestOf('.')?.hasWorkspaces ? foldersBelow(location).map(manifestOf) : [])
    const project: YarnProject = {
      isClassic,
      manifestOf,
      members: () => members().filter((each) => each !== null),
    }
    readEntries(entries, list, project)
    return {
      format: `yarn.lock ${generation}`.trim(),
      root: rootOf(entries, project),
      runtime: nodeRuntime(manifestOf('.')),
    }
  },
})

const isBerry = (text: string) => /^__metadata:/m.test(text)

function parse(document: SourceDocument): Parsed<string | Record<string, unknown>> {
  const { text, issues } = readText(document)
  return text !== null && isBerry(text) ? parseYamlMap(document) : { content: text, issues }
}

/** null if it is not in the tree. */
function cached(
  manifests: Map<string, Manifest | null>,
  folder: string,
  location: LockfileLocation,
): Manifest | null {
  const known = manifests.get(folder)
  if (known !== undefined) return known
  const manifest = manifestAt(location, folder)
  manifests.set(folder, manifest)
  return manifest
}

function readEntries(entries: readonly YarnEntry[], list: PackageList, project: YarnProject): void {
  const manifest = project.isClassic ? project.manifestOf('.') : null
  // Yarn 1 does not list the project's own requirements.
  const isDirect = project.isClassic && (manifest === null || manifest.hasWorkspaces) ? null : false
  const indexes = entries.map((entry) => (entry.folder === null ? addEntry(entry, list, isDirect) : null))
  const resolutions = project.manifestOf('.')?.resolutions ?? new Map<string, string>()
  const resolve = yarnResolutions(resolutions)
  const findExact = finder(entries, indexes)
  const find: FindEntry = (name, range, parent) => findExact(name, resolve({ parent, name, range }) ?? range)
  const graph = projectGraph(list)
  // What resolutions put in place of other ranges has descriptors of its own.
  const needed = new Set([...resolutions].map(([pattern, range]) => `${nameInPattern(pattern)}@${range}`))
  for (const [at, entry] of entries.entries()) {
    for (const { name, range, isOptional } of entry.needs) {
      needed.add(`${name}@${range}`)
      const found = find(name, range, entry)
      if (found === undefined) reportMissing(`${name}@${range}`, list, entry.where)
      graph.ask(indexes[at], name)
      if (entry.folder === null) graph.require(indexes[at], found, isOptional)
      else
        graph.need(
          found,
          isOptional ? 'optional' : (needIn(project.manifestOf(entry.folder), name) ?? 'used'),
        )
    }
  }
  for (const [name, range] of rangesOf(manifest)) {
    needed.add(`${name}@${range}`)
    graph.need(find(name, range, manifest!), needIn(manifest, name) ?? 'used')
  }
  // Packages that no other requires are direct.
  for (const [at, { descriptors }] of entries.entries())
    if (project.isClassic && descriptors.some((each) => !needed.has(each))) graph.need(indexes[at], 'used')
  askForEntries(entries, { list, indexes, find, needed, project })
  graph.finish(
    entries.flatMap(({ descriptors, name, where }, at) => {
      const index = indexes[at] ?? null
      return index === null ? [] : { index, name: splitDescriptor(descriptors[0] ?? name).name, where }
    }),
  )
}

const needIn = (manifest: Manifest | null, name: string): Need | null => manifest && needOf(manifest, name)

const rangesOf = (manifest: Manifest | null): [string, string][] =>
  manifest ? [...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies] : []

/** Finds a package by descriptor, otherwise by name if only one has it: resolutions override the required range. */
function finder(entries: readonly YarnEntry[], indexes: readonly Found[]) {
  const byDescriptor = new Map<string, Found>()
  const byName = new Map<string, Found>()
  for (const [at, { descriptors, name }] of entries.entries()) {
    for (const descriptor of descriptors) byDescriptor.set(descriptor, indexes[at])
    const isOnly = !byName.has(name) || byName.get(name) === indexes[at]
    byName.set(name, isOnly ? indexes[at] : undefined)
  }
  return (name: string, range: string): Found => {
    const [plain, withProtocol] = [`${name}@${range}`, `${name}@npm:${range}`]
    if (byDescriptor.has(plain)) return byDescriptor.get(plain)
    return byDescriptor.has(withProtocol) ? byDescriptor.get(withProtocol) : byName.get(name)
  }
}

function addEntry(entry: YarnEntry, list: PackageList, isDirect: false | null): number | null {
  const { name, version, source, resolved, integrity, where } = entry
  const origin = rangeOrigin(source) ?? resolvedOrigin(resolved)
  return list.add({
    name,
    version,
    where,
    isDirect,
    hashes: hashesOf(integrity),
    ...(origin && { origin }),
  })
}

function reportMissing(descriptor: string, { log }: PackageList, where: string): void {
  log.add('reference-unknown', `The required ${quote(descriptor)} is not listed.`, where)
}

function rootOf(entries: readonly YarnEntry[], { isClassic, manifestOf }: YarnProject): Inventory['root'] {
  const manifest = manifestOf('.')
  const name = manifest?.name || (isClassic ? '' : entries.find(({ folder }) => folder === '.')?.name)
  return name ? { name, version: manifest?.version ?? '', purl: null } : null
}
