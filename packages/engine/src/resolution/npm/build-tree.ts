import { rangeOrigin, splitDescriptor } from '../../documents/lockfiles/javascript/npm-package.ts'
import { recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { overridden, type OverrideRule, rulesBelow } from './overrides.ts'
import { type Manifest, type Packuments, readManifest } from './packuments.ts'
import { pickVersion } from './pick-version.ts'
import { place } from './place.ts'
import { type Edge, type EdgeKind, isSatisfied, isPeer, link, startOf, TreeNode } from './tree-node.ts'

export interface NpmProject {
  root: TreeNode
  /** Members of a workspace. */
  members: readonly TreeNode[]
}

const maxNodes = 50_000

/** Lays out the packages of a project as npm does: level by level, each as near to the root as possible. */
export async function buildTree({ root, members }: NpmProject, packuments: Packuments): Promise<void> {
  const queue = [root, ...members]
  const watching: Watching = new Map()
  for (const each of queue) watch(watching, each)
  let count = 0
  while (queue.length > 0 && count < maxNodes) {
    queue.sort((a, b) => a.depth - b.depth || a.path.localeCompare(b.path, 'en'))
    const node = queue.shift()!
    if (!isAttached(node)) continue
    let open = unsatisfied(node.edgesOut)
    // The packages of a node first, then their peers, then the peers of those.
    while (open.length > 0) {
      const added = await placeAll(open, packuments)
      count += added.length
      queue.push(...added)
      for (const each of added) watch(watching, each)
      for (const each of added) queue.push(...lostBy(each), ...disturbedBy(each, watching))
      open = unsatisfied(added.flatMap(({ edgesOut }) => edgesOut.filter(({ kind }) => kind === 'peer')))
    }
  }
}

/** Requests that only matter once a package of that name is there. */
type Watching = Map<string, Edge[]>

function watch(watching: Watching, { edgesOut }: TreeNode): void {
  for (const edge of edgesOut)
    if (edge.kind === 'optionalPeer') watching.set(edge.alias, [...(watching.get(edge.alias) ?? []), edge])
}

/** Those whose optional peer a package is, but not one that satisfies them. */
function disturbedBy({ alias }: TreeNode, watching: Watching): TreeNode[] {
  return (watching.get(alias) ?? []).flatMap((edge) => {
    if (!isAttached(edge.from)) return []
    link(edge, startOf(edge).resolve(alias))
    return isSatisfied(edge, edge.to) ? [] : [edge.from]
  })
}

const isAttached = (node: TreeNode): boolean =>
  node.parent === null || (node.parent.children.get(node.alias) === node && isAttached(node.parent))

/** Those whose request was led to a package that does not satisfy it. */
const lostBy = ({ edgesIn }: TreeNode): TreeNode[] =>
  [...edgesIn].flatMap((edge) => (isSatisfied(edge, edge.to) || isPeer(edge.kind) ? [] : [edge.from]))

function unsatisfied(edges: readonly Edge[]): Edge[] {
  return edges.filter((edge) => {
    if (edge.to === null) link(edge, startOf(edge).resolve(edge.alias))
    return !isSatisfied(edge, edge.to)
  })
}

async function placeAll(edges: readonly Edge[], packuments: Packuments): Promise<TreeNode[]> {
  const sorted = edges.toSorted((a, b) => a.alias.localeCompare(b.alias, 'en'))
  const found = await Promise.all(
    sorted.map(async (edge) => ({ edge, manifest: await find(edge, packuments) })),
  )
  const added: TreeNode[] = []
  for (const { edge, manifest } of found) {
    link(edge, startOf(edge).resolve(edge.alias))
    if (isSatisfied(edge, edge.to)) continue
    if (manifest === null) {
      link(edge, null)
      continue
    }
    const made = makeNode(edge, manifest)
    if (place(edge, made).isNew) added.push(made)
  }
  return added
}

async function find({ name, range, origin }: Edge, packuments: Packuments): Promise<Manifest | null> {
  if (origin) return readManifest({ name, version: '' }, {})
  const packument = await packuments.find(name)
  return packument && pickVersion(packument, range)
}

function makeNode({ alias, from, origin }: Edge, manifest: Manifest): TreeNode {
  const node = new TreeNode({
    alias,
    manifest,
    parent: null,
    rules: rulesBelow(from.rules, manifest),
    isTop: false,
    origin: origin ?? null,
  })
  addEdges(node, { ...manifest, devDependencies: {} })
  return node
}

/** A project of its own files. */
export function topNode(
  json: Record<string, unknown>,
  { parent, rules, alias }: Pick<TreeNode, 'parent' | 'rules' | 'alias'>,
): TreeNode {
  const manifest = readManifest({ name: textOf(json['name']), version: textOf(json['version']) }, json)
  const node = new TreeNode({ alias, manifest, parent, rules, isTop: true, origin: null })
  parent?.children.set(alias, node)
  addEdges(node, { ...manifest, devDependencies: recordOf(json['devDependencies']) })
  return node
}

type Requests = Pick<
  Manifest,
  'dependencies' | 'optionalDependencies' | 'peerDependencies' | 'peerDependenciesMeta'
> & { devDependencies: Readonly<Record<string, unknown>> }

/** Of a name that is listed in several, the last counts. */
function addEdges(node: TreeNode, requests: Requests): void {
  const optionalPeers = new Set(
    Object.entries(requests.peerDependenciesMeta).flatMap(([name, meta]) =>
      recordOf(meta)['optional'] === true ? [name] : [],
    ),
  )
  const lists: [EdgeKind, Readonly<Record<string, unknown>>][] = [
    ['dev', requests.devDependencies],
    ['peer', requests.peerDependencies],
    ['dependency', requests.dependencies],
    ['optional', requests.optionalDependencies],
  ]
  const edges = new Map<string, Edge>()
  for (const [kind, list] of lists)
    for (const [alias, value] of Object.entries(list)) {
      const own = kind === 'peer' && optionalPeers.has(alias) ? 'optionalPeer' : kind
      edges.set(alias, edgeOf(node, { alias, range: textOf(value), kind: own }))
    }
  node.edgesOut.push(...edges.values())
}

function edgeOf(from: TreeNode, { alias, range: asked, kind }: Pick<Edge, 'alias' | 'range' | 'kind'>): Edge {
  const replaced = overrideOf(from.rules, alias, asked)
  const text = replaced ?? asked
  const target = /^npm:(.+)$/s.exec(text)?.[1]
  const { name, range } = target === undefined ? { name: alias, range: text } : splitDescriptor(target)
  const origin = target === undefined ? rangeOrigin(text.replace(/^workspace:.*$/s, '*')) : undefined
  return {
    from,
    alias,
    name,
    range: range.startsWith('workspace:') ? '*' : range,
    isOverride: replaced !== null,
    kind,
    ...(origin && { origin }),
    to: null,
  }
}

const overrideOf = (rules: readonly OverrideRule[], name: string, range: string): string | null =>
  overridden(rules, { name, range })
