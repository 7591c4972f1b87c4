import type { SourceDocument } from '../../../inventory.ts'
import { shortTextOf } from '../../parsers/json-value.ts'
import type { Parsed } from '../lockfile-reader.ts'
import { lockfileReader } from '../lockfile-reader.ts'
import type { Need, PackageList } from '../package-list.ts'
import {
  type BunBuffers,
  type BunEntry,
  type BunNeed,
  bunStart,
  bunVersion,
  readBuffers,
} from './bun-buffers.ts'
import { addLocked } from './bun-lock.ts'
import { type ProjectGraph, projectGraph } from './graph.ts'
import { npmKind, resolvedOrigin } from './npm-package.ts'
import { manifestAt, nodeRuntime } from './package-json.ts'

const versions = new Set([2, 3])

/** bun.lockb, which Bun wrote before 1.2: https://bun.sh/docs/install/lockfile */
export const bunLockb = lockfileReader({
  id: 'bun-lockb',
  title: 'binary Bun lockfile',
  kind: npmKind,
  matchesPath: (fileName) => fileName === 'bun.lockb',
  matchesContent: (start) => start.startsWith(bunStart),
  parse: parseBuffers,
  companions: ['package.json'],
  read(lock, list, location) {
    const indexes = lock.entries.map((entry) => addEntry(entry, list))
    linkEntries(lock, indexes, list)
    const root = lock.entries.find(({ kind }) => kind === 'root')
    const name = shortTextOf(root?.name)
    return {
      format: `bun.lockb ${lock.version}`,
      root: name === '' ? null : { name, version: '', purl: null },
      runtime: nodeRuntime(manifestAt(location, '.')),
    }
  },
})

function parseBuffers({ path, bytes }: SourceDocument): Parsed<BunBuffers> {
  const version = bunVersion(bytes)
  if (version === null) return { content: null, issues: [] }
  const rejected = (message: string) => ({
    content: null,
    issues: [{ code: 'document-unknown', message, where: path }],
  })
  if (!versions.has(version)) return rejected(`The lockfile has format ${version}, which is not read.`)
  try {
    return { content: readBuffers(bytes), issues: [] }
  } catch (error) {
    if (error instanceof RangeError) return rejected('The lockfile is broken: something leads out of it.')
    throw error
  }
}

/** null of the project and its workspaces. */
function addEntry({ name, kind, version, address, integrity }: BunEntry, list: PackageList): number | null {
  if (isOwn(kind)) return null
  return addLocked(
    { name, range: version, resolved: resolvedOrigin(address), integrity, where: whereOf(name, list) },
    list,
  )
}

const isOwn = (kind: string): boolean => kind === 'root' || kind === 'workspace' || kind === 'link'

const whereOf = (name: string, { path }: PackageList): string => `${path}#${shortTextOf(name)}`

function linkEntries(
  { entries, overrides }: BunBuffers,
  indexes: readonly (number | null)[],
  list: PackageList,
): void {
  const graph = projectGraph(list)
  for (const [at, { kind, name, needs }] of entries.entries())
    for (const need of needs) {
      const target = indexes[need.target ?? -1]
      if (!isOwn(kind)) linkNeed({ from: indexes[at] ?? null, kind, need, target }, { graph, list })
      else if (kind !== 'link') askFor({ need, target, member: kind === 'root' ? '' : name }, { graph, list })
    }
  const overridden = new Set(overrides)
  for (const [at, { name }] of entries.entries())
    if (overridden.has(name)) list.ask(indexes[at], { by: null, isOverride: true })
  graph.finish(
    indexes.flatMap((index, at) => {
      const { name } = entries[at]!
      return index === null ? [] : { index, name, where: whereOf(name, list) }
    }),
  )
}

interface Context {
  graph: ProjectGraph
  list: PackageList
}

interface ProjectNeed {
  need: BunNeed
  target: number | null | undefined
  /** The workspace that asks; '' for the project. */
  member: string
}

const groups: Readonly<Record<Need, string | undefined>> = {
  used: undefined,
  optional: 'optional',
  dev: 'dev',
}

function askFor({ need, target, member }: ProjectNeed, { graph, list }: Context): void {
  const kind: Need = need.isPeer ? 'used' : need.isOptional ? 'optional' : need.isDevelopment ? 'dev' : 'used'
  const group = groups[kind]
  graph.need(target, kind)
  list.ask(target, {
    by: null,
    ...(!need.isPeer && { alias: shortTextOf(need.name), range: shortTextOf(need.range) }),
    ...(group !== undefined && { group }),
    ...(member !== '' && { member: shortTextOf(member) }),
  })
}

interface Linked {
  from: number | null
  /** Of the package that needs it. */
  kind: string
  need: BunNeed
  target: number | null | undefined
}

/** A folder outside the workspaces has dependencies for its development, too. */
function linkNeed({ from, kind, need, target }: Linked, { graph, list }: Context): void {
  if (need.isDevelopment) {
    if (kind === 'file') graph.requireForTests(from, target)
    return
  }
  graph.ask(from, need.name)
  graph.require(from, target, need.isOptional)
  if (from !== null)
    list.ask(target, { by: from, alias: shortTextOf(need.name), range: shortTextOf(need.range) })
}
