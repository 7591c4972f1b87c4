import type { GradleExclusion } from '../../documents/manifests/java/gradle-declarations.ts'
import type { PackageGap } from '../model/resolution.ts'
import { chooseVersion } from './choose-version.ts'
import type { FoundFacts, ModuleStore } from './module-store.ts'
import type { Classpath, GradleRequest } from './version-facts.ts'

/** A module, or a project of the build, with the version that was chosen. */
export interface GraphNode {
  name: string
  /** '' if there is none, or of a project. */
  version: string
  isProject: boolean
  /** Whether its code is on the classpath, and not only its list of versions. */
  isLibrary: boolean
  gap: PackageGap | null
  requests: GraphEdge[]
  /** What each way to it excludes; what all exclude is left out. */
  exclusions: (readonly GradleExclusion[])[]
}

export interface GraphEdge extends GradleRequest {
  /** null: the project that is resolved. */
  from: GraphNode | null
}

export interface GraphInput {
  store: ModuleStore
  classpath: Classpath
  requests: readonly GradleRequest[]
  /** Versions that are forced, whatever is asked for. */
  forced: ReadonlyMap<string, string>
  exclusions: readonly GradleExclusion[]
  /** What a project of the build needs. */
  requestsOfProject(path: string): readonly GradleRequest[]
}

const maxNodes = 20_000
/** From this round on, versions only rise. */
const settlingRound = 12
const maxRounds = 30
const maxWays = 16

/**
 * The modules of a classpath: of all versions that those on it ask for, the highest wins:
 * https://docs.gradle.org/current/userguide/graph_resolution.html. Repeated until the versions chosen are those that
 * the versions chosen ask for.
 */
export async function resolveGraph(input: GraphInput): Promise<GraphNode[]> {
  let chosen = new Map<string, string>()
  for (let round = 1; ; round++) {
    const graph = new Graph(input, chosen)
    await graph.traverse()
    const next = await graph.choose(round >= settlingRound)
    if (isSame(chosen, next, graph.nodes) || round === maxRounds) return [...graph.nodes.values()]
    chosen = next
  }
}

const isSame = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  nodes: ReadonlyMap<string, GraphNode>,
): boolean =>
  [...nodes.values()].every(
    ({ name, version, isProject }) =>
      isProject || (after.get(name) === version && (before.get(name) ?? version) === version),
  )

class Graph {
  readonly nodes = new Map<string, GraphNode>()
  /** By module: versions for the case that it is asked for. */
  readonly #constraints = new Map<string, GraphEdge[]>()
  readonly #input: GraphInput
  readonly #chosen: ReadonlyMap<string, string>

  constructor(input: GraphInput, chosen: ReadonlyMap<string, string>) {
    this.#input = input
    this.#chosen = chosen
  }

  async traverse(): Promise<void> {
    let level: GraphEdge[] = this.#input.requests.map((each) => ({ ...each, from: null }))
    while (level.length > 0 && this.nodes.size < maxNodes) {
      const changed = new Set<GraphNode>()
      for (const edge of level) {
        const node = this.#follow(edge)
        if (node) changed.add(node)
      }
      const nodes = [...changed]
      for (const node of nodes)
        if (!node.isProject) node.version = this.#chosen.get(node.name) ?? (await this.#pick(node.name)) ?? ''
      level = (await Promise.all(nodes.map((node) => this.#edgesOf(node)))).flat()
    }
  }

  /** The node that has to be looked at because of a request; null if that adds nothing. */
  #follow(edge: GraphEdge): GraphNode | null {
    const { name, kind } = edge
    if (kind === 'constraint') {
      const known = this.#constraints.get(name) ?? []
      this.#constraints.set(name, [...known, edge])
      return null
    }
    if (this.#isExcluded(edge)) return null
    const known = this.nodes.get(name)
    const node = known ?? emptyNode(name, kind === 'project')
    this.nodes.set(name, node)
    node.requests.push(edge)
    const isLibrary = kind === 'library' || kind === 'project'
    const isNew = !known || (isLibrary && !node.isLibrary)
    node.isLibrary ||= isLibrary
    return this.#addWay(node, edge) || isNew ? node : null
  }

  #isExcluded({ name, from }: GraphEdge): boolean {
    if (excludes(this.#input.exclusions, name)) return true
    return from !== null && from.exclusions.every((each) => excludes(each, name))
  }

  /** Whether a way to a module excludes less than those before. */
  #addWay(node: GraphNode, edge: GraphEdge): boolean {
    const before = edge.from?.exclusions ?? [[]]
    let isAdded = false
    for (const each of before) {
      const way = [...each, ...edge.exclusions]
      const isCovered = node.exclusions.some((known) =>
        known.every((own) => way.some((other) => isEqual(own, other))),
      )
      if (isCovered || node.exclusions.length >= maxWays) continue
      node.exclusions.push(way)
      isAdded = true
    }
    return isAdded
  }

  async #edgesOf(node: GraphNode): Promise<GraphEdge[]> {
    if (!node.requests.some(({ isTransitive }) => isTransitive)) return []
    if (node.isProject)
      return this.#input.requestsOfProject(node.name).map((each) => ({ ...each, from: node }))
    const facts = await this.#factsOf(node)
    const isEnforced = node.requests.some(({ kind }) => kind === 'enforced-platform')
    return facts.flatMap(({ requests }) =>
      requests.map((each) => ({
        ...each,
        from: node,
        ...(isEnforced && each.kind === 'constraint' && { isStrict: true, from: null }),
      })),
    )
  }

  async #factsOf(node: GraphNode): Promise<Exclude<FoundFacts, string>[]> {
    if (node.version === '') {
      node.gap = 'no-version'
      return []
    }
    const { store, classpath } = this.#input
    const wanted = { name: node.name, version: node.version, classpath }
    const isPlatform = node.requests.some(({ kind }) => kind.endsWith('platform'))
    const found = await Promise.all([
      ...(node.requests.some(({ kind }) => kind === 'library')
        ? [store.find({ ...wanted, isPlatform: false })]
        : []),
      ...(isPlatform ? [store.find({ ...wanted, isPlatform: true })] : []),
    ])
    const lost = found.find((each) => typeof each === 'string')
    node.gap = typeof lost === 'string' ? lost : null
    const facts = found.filter((each) => typeof each !== 'string')
    if (facts.length > 0 && facts.every(({ isEmpty }) => isEmpty)) node.isLibrary = false
    return facts
  }

  #pick(name: string): Promise<string | null> {
    const requests = [...(this.nodes.get(name)?.requests ?? []), ...(this.#constraints.get(name) ?? [])]
    const forced = this.#input.forced.get(name)
    if (forced !== undefined) return Promise.resolve(forced)
    return chooseVersion(requests, () => this.#input.store.versions(name))
  }

  /** What the requests of all modules that were reached come to. */
  async choose(isRising: boolean): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const { name, version, isProject } of this.nodes.values()) {
      if (isProject) continue
      const next = (await this.#pick(name)) ?? ''
      const isKept = isRising && (await chooseVersion([plain(version), plain(next)], noVersions)) === version
      found.set(name, isKept ? version : next)
    }
    return found
  }
}

const plain = (version: string) => ({ version, isStrict: false, rejects: [], from: null })
const noVersions = (): Promise<string[]> => Promise.resolve([])

const emptyNode = (name: string, isProject: boolean): GraphNode => ({
  name,
  version: '',
  isProject,
  isLibrary: false,
  gap: null,
  requests: [],
  exclusions: [],
})

const isEqual = (a: GradleExclusion, b: GradleExclusion): boolean => a.group === b.group && a.name === b.name

function excludes(exclusions: readonly GradleExclusion[], name: string): boolean {
  const [group, module] = name.split(':')
  return exclusions.some(
    (each) => (each.group === null || each.group === group) && (each.name === null || each.name === module),
  )
}
