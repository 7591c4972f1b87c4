import type { PackageGap } from '../model/resolution.ts'
import type { Framework } from './frameworks.ts'
import type { NugetDependency, PackageStore } from './package-store.ts'
import { bestOf, isHigher, normalizeVersion, parseRequest } from './version-request.ts'

/** What a project asks for. */
export interface ProjectRequest extends NugetDependency {
  /** Used for the build, but not shipped. */
  isTool: boolean
  /** Path of a project; '' of a package. */
  project: string
}

/** A package, or a project of the solution, with the version that was chosen. */
export interface PackageNode {
  key: string
  /** As its author spells it, if that is known. */
  name: string
  /** '' if there is none, or of a project. */
  version: string
  isProject: boolean
  gap: PackageGap | null
  requests: PackageEdge[]
  /** For each way to it, the packages that those on the way ask for themselves: they decide the versions of these. */
  ways: ReadonlySet<string>[]
}

export interface PackageEdge extends ProjectRequest {
  /** null: the project that is resolved. */
  from: PackageNode | null
  /** Those on all ways to who asks ask for it as well, so that this does not count. */
  isOverruled: boolean
}

export interface ChoiceInput {
  store: PackageStore
  framework: Framework
  requests: readonly ProjectRequest[]
  /** Versions that also count for what packages ask for: transitive pinning. By name in small letters. */
  pinned: ReadonlyMap<string, string>
  requestsOfProject(path: string): readonly ProjectRequest[]
}

const maxNodes = 20_000
const maxRounds = 30
const settlingRound = 12
const maxWays = 16

/**
 * The packages of a project for one framework: https://learn.microsoft.com/nuget/concepts/dependency-resolution. Each
 * request leads to the lowest version that it allows; the nearest one decides below it, and of cousins the highest.
 */
export async function choosePackages(input: ChoiceInput): Promise<PackageNode[]> {
  let chosen = new Map<string, string>()
  for (let round = 1; ; round++) {
    const search = new Search(input, chosen)
    await search.run()
    const next = await search.choose(round >= settlingRound)
    const isSettled = [...search.nodes.values()].every(
      ({ key, version, isProject }) => isProject || next.get(key) === version,
    )
    if (isSettled || round === maxRounds) return [...search.nodes.values()]
    chosen = next
  }
}

class Search {
  readonly nodes = new Map<string, PackageNode>()
  readonly #input: ChoiceInput
  readonly #chosen: ReadonlyMap<string, string>

  constructor(input: ChoiceInput, chosen: ReadonlyMap<string, string>) {
    this.#input = input
    this.#chosen = chosen
  }

  async run(): Promise<void> {
    let level = this.#follow(null, this.#input.requests)
    while (level.size > 0 && this.nodes.size < maxNodes) {
      const nodes = [...level]
      await Promise.all(nodes.map((node) => this.#decide(node)))
      const found = await Promise.all(
        nodes.map(async (node) => [node, await this.#requestsOf(node)] as const),
      )
      level = new Set(found.flatMap(([node, requests]) => [...this.#follow(node, requests)]))
    }
  }

  /** The nodes that have to be looked at because of what one asks for. */
  #follow(from: PackageNode | null, requests: readonly ProjectRequest[]): Set<PackageNode> {
    const changed = new Set<PackageNode>()
    const before = from?.ways ?? [new Set<string>()]
    const own = requests.map(keyOf)
    for (const request of requests) {
      const key = keyOf(request)
      const open = before.filter((way) => !way.has(key))
      const isOverruled = open.length === 0
      const node = this.nodes.get(key) ?? emptyNode(key, request)
      const known = node.requests.find((each) => each.from === from && each.range === request.range)
      if (known) known.isOverruled &&= isOverruled
      else node.requests.push({ ...request, from, isOverruled })
      if (isOverruled) continue
      const isNew = !this.nodes.has(key)
      this.nodes.set(key, node)
      const isWider = open.map((way) => addWay(node, new Set([...way, ...own]))).includes(true)
      if (isNew || isWider) changed.add(node)
    }
    return changed
  }

  async #decide(node: PackageNode): Promise<void> {
    if (!node.isProject) node.version = this.#chosen.get(node.key) ?? (await this.#pick(node))
  }

  /** The highest of what the requests that count lead to. */
  async #pick({ key, requests }: PackageNode): Promise<string> {
    const pinned = this.#input.pinned.get(key)
    const counting = requests.filter(({ isOverruled }) => !isOverruled)
    // A project that sets no version has it from a file that is not there.
    const known = counting.filter(({ range, from }) => range !== '' || from?.isProject === false)
    const ranges = pinned === undefined ? known.map(({ range }) => range) : [pinned]
    const found = await Promise.all(ranges.map((range) => this.#lowest(key, range)))
    return found.reduce(
      (best, each) => (best === '' || (each !== '' && isHigher(each, best)) ? each : best),
      '',
    )
  }

  async #lowest(name: string, range: string): Promise<string> {
    const request = parseRequest(range)
    if (request === null) return ''
    const versions = await this.#input.store.versions(name)
    // Without a list, it is still known what a plain version asks for.
    if (versions === null) return request.floats || request.low === '' ? '' : normalizeVersion(request.low)
    return bestOf(request, versions) ?? ''
  }

  async #requestsOf(node: PackageNode): Promise<readonly ProjectRequest[]> {
    if (node.isProject) return this.#input.requestsOfProject(node.key)
    if (node.version === '') {
      node.gap = 'no-version'
      return []
    }
    const found = await this.#input.store.find(node.key, node.version)
    node.gap = typeof found === 'string' ? found : null
    if (typeof found === 'string') return []
    if (found.name.toLowerCase() === node.key) node.name = found.name
    return found
      .dependenciesFor(this.#input.framework)
      .map((each) => ({ ...each, isTool: false, project: '' }))
  }

  async choose(isRising: boolean): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const node of this.nodes.values()) {
      if (node.isProject) continue
      const next = await this.#pick(node)
      found.set(node.key, isRising && isHigher(node.version, next) ? node.version : next)
    }
    return found
  }
}

const keyOf = ({ name, project }: ProjectRequest): string => (project === '' ? name.toLowerCase() : project)

const emptyNode = (key: string, { name, project }: ProjectRequest): PackageNode => ({
  key,
  name,
  version: '',
  isProject: project !== '',
  gap: null,
  requests: [],
  ways: [],
})

/** Whether a way overrules less than those before. */
function addWay(node: PackageNode, way: ReadonlySet<string>): boolean {
  if (node.ways.length >= maxWays || node.ways.some((known) => isPartOf(known, way))) return false
  node.ways.push(way)
  return true
}

const isPartOf = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  part.size <= whole.size && [...part].every((each) => whole.has(each))
