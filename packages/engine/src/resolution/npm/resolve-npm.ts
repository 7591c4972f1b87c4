import { npmKind } from '../../documents/lockfiles/javascript/npm-package.ts'
import { exactVersion } from '../../documents/manifests/javascript/package-json.ts'
import { readJson } from '../../documents/parsers/json-document.ts'
import { isRecord, listOf, quote, textOf } from '../../documents/parsers/json-value.ts'
import type { SourceDocument, SourceTree } from '../../inventory.ts'
import type { ManifestResolver } from '../model/manifest-resolver.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'
import { buildTree, topNode } from './build-tree.ts'
import { readOverrides } from './overrides.ts'
import { Packuments } from './packuments.ts'
import { type Edge, isPeer, type TreeNode } from './tree-node.ts'

type Json = Record<string, unknown>

/** package.json with its workspaces, as npm resolves it. */
export const npmResolver: ManifestResolver = {
  matchesPath: (fileName) => fileName === 'package.json',
  open(facts, tree) {
    const packuments = new Packuments(facts)
    const members = new Set<string>()
    return async (document) => {
      const json = jsonOf(document)
      if (json === null) return null
      if (members.has(document.path)) return emptyResolution(document.path, json)
      const found = membersOf(document.path, json, tree)
      for (const { path } of found) members.add(path)
      return resolve({ path: document.path, json, found, packuments })
    }
  },
}

function jsonOf(document: SourceDocument): Json | null {
  const { json } = readJson(document)
  return isRecord(json) ? json : null
}

interface Member {
  path: string
  /** From the root's folder. */
  folder: string
  json: Json
}

/** The manifests in the folders that 'workspaces' names: 'packages/*'. */
function membersOf(path: string, json: Json, tree: SourceTree): Member[] {
  const listed = isRecord(json['workspaces']) ? json['workspaces']['packages'] : json['workspaces']
  const patterns = listOf(listed)
    .map(textOf)
    .filter((text) => text !== '')
  if (patterns.length === 0) return []
  const base = path.slice(0, -'package.json'.length)
  const tests = patterns.map((text) => ({ isNot: text.startsWith('!'), test: patternOf(text) }))
  const members: Member[] = []
  for (const each of tree.paths()) {
    if (!each.startsWith(base) || !each.endsWith('/package.json') || each === path) continue
    const folder = each.slice(base.length, -'/package.json'.length)
    const last = tests.findLast(({ test }) => test.test(folder))
    const document = last && !last.isNot ? tree.find(each) : null
    const own = document && jsonOf(document)
    if (own) members.push({ path: each, folder, json: own })
  }
  return members
}

const patternOf = (text: string): RegExp => {
  const parts = text
    .replace(/^!?(?:\.?\/)?/, '')
    .replace(/\/$/, '')
    .slice(0, 200)
  const source = parts
    .split(/(\*\*\/?|\*)/)
    .map((part) => (part.startsWith('**') ? '(?:.*/)?' : part === '*' ? '[^/]*' : RegExp.escape(part)))
    .join('')
  return new RegExp(`^${source}$`)
}

const rootOf = (json: Json): Resolution['root'] => {
  const name = textOf(json['name'])
  return name === '' ? null : { name, version: textOf(json['version']) }
}

const titles = { format: 'package.json', by: 'registry', ...npmKind } as const

/** What a member requires is listed with the root. */
const emptyResolution = (path: string, json: Json): Resolution => ({
  manifest: path,
  ...titles,
  root: rootOf(json),
  packages: [],
  issues: [],
})

interface Resolving {
  path: string
  json: Json
  found: Member[]
  packuments: Packuments
}

async function resolve({ path, json, found, packuments }: Resolving): Promise<Resolution | null> {
  const before = { ...packuments.counts }
  const root = topNode(json, { alias: '', parent: null, rules: readOverrides(json) })
  const members = found.map((each) =>
    topNode(each.json, { alias: textOf(each.json['name']) || each.folder, parent: root, rules: root.rules }),
  )
  await buildTree({ root, members }, packuments)
  const isLost = packuments.counts.unreachable > before.unreachable
  if (isLost && packuments.counts.read === before.read) return null
  const tops = new Map([[root, ''], ...members.map((node, at) => [node, found[at]!.folder] as const)])
  return { manifest: path, ...titles, root: rootOf(json), ...packagesOf(tops, path) }
}

interface Reached {
  isDev: boolean
  isOptional: boolean
}

/** Everything that a request leads to, with whether all requests on the way are for development, or optional. */
function reach(tops: Iterable<TreeNode>): Map<TreeNode, Reached> {
  const reached = new Map<TreeNode, Reached>()
  const open: [TreeNode, Reached][] = [...tops].map((node) => [node, { isDev: false, isOptional: false }])
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, flags] = next
    const known = reached.get(node)
    const merged = {
      isDev: flags.isDev && (known?.isDev ?? true),
      isOptional: flags.isOptional && (known?.isOptional ?? true),
    }
    if (known && known.isDev === merged.isDev && known.isOptional === merged.isOptional) continue
    reached.set(node, merged)
    for (const { to, kind } of node.edgesOut)
      if (to && !to.isTop)
        open.push([
          to,
          { isDev: merged.isDev || kind === 'dev', isOptional: merged.isOptional || kind === 'optional' },
        ])
  }
  return reached
}

function packagesOf(
  tops: ReadonlyMap<TreeNode, string>,
  path: string,
): Pick<Resolution, 'packages' | 'issues'> {
  const reached = reach(tops.keys())
  const nodes = [...reached.keys()].filter((node) => !node.isTop)
  const indexes = new Map(nodes.map((node, index) => [node, index]))
  const packages = nodes.map((node): ResolvedPackage => {
    const requests = [...node.edgesIn].filter(({ from }) => reached.has(from))
    const { isDev, isOptional } = reached.get(node)!
    return {
      name: node.manifest.name,
      version: node.manifest.version,
      scope: isDev ? 'test' : 'runtime',
      isDirect: requests.some(({ from }) => from.isTop),
      ...(isOptional && { isOptional: true as const }),
      ...(node.origin && { origin: node.origin }),
      requiredBy: [...new Set(requests.flatMap(({ from }) => indexes.get(from) ?? []))],
      asks: requests.map((edge) => askOf(edge, { tops, indexes })),
      where: path,
    }
  })
  const missing = missingOf(reached, { tops, indexes, path })
  return { packages: [...packages, ...missing], issues: issuesOf(missing, path) }
}

interface Places {
  tops: ReadonlyMap<TreeNode, string>
  indexes: ReadonlyMap<TreeNode, number>
}

function askOf(
  { from, alias, name, range, kind, isOverride }: Edge,
  { tops, indexes }: Places,
): ResolvedPackage['asks'][number] {
  const member = tops.get(from)
  return {
    by: indexes.get(from) ?? null,
    range,
    ...(alias !== name && { alias }),
    ...(member && { member }),
    ...(kind !== 'dependency' && { group: isPeer(kind) ? 'peer' : kind }),
    ...(isOverride && { isOverride: true as const }),
  }
}

/** What a version requires that the registry does not have is not known. */
function issuesOf(missing: readonly ResolvedPackage[], path: string): Resolution['issues'] {
  const names = missing
    .filter(({ version }) => version !== '')
    .map(({ name, version }) => quote(`${name} ${version}`))
  if (names.length === 0) return []
  const message = `What these require is not known, as the registry does not have them: ${names.slice(0, maxNames).join(', ')}.`
  return [{ code: 'transitive-unlisted', message, where: path, gap: 'transitive-unlisted' }]
}

const maxNames = 5

/** Requests that the registry has no version for. Optional packages may be missing. */
function missingOf(
  reached: ReadonlyMap<TreeNode, Reached>,
  { path, ...places }: Places & { path: string },
): ResolvedPackage[] {
  return [...reached].flatMap(([node, { isDev, isOptional }]) =>
    node.edgesOut
      .filter(({ to, kind }) => to === null && kind !== 'optional' && !isPeer(kind))
      .map((edge): ResolvedPackage => {
        const by = places.indexes.get(node)
        const version = exactVersion(edge.range)
        const gap = `is asked for as ${quote(edge.range)}, which the registry has no version for`
        return {
          name: edge.name,
          version,
          scope: isDev || edge.kind === 'dev' ? 'test' : 'runtime',
          isDirect: node.isTop,
          ...(isOptional && { isOptional: true as const }),
          ...(version === '' && { gap }),
          requiredBy: by === undefined ? [] : [by],
          asks: [askOf(edge, places)],
          where: path,
        }
      }),
  )
}
