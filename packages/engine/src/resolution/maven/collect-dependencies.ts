import { manage } from '../../documents/lockfiles/java/pom-effective.ts'
import {
  keyOf,
  type Pom,
  type PomDependency,
  type PomExclusion,
} from '../../documents/lockfiles/java/pom-model.ts'
import { nameOf } from './coordinates.ts'
import {
  bringsNothing,
  conflictKey,
  type DependencyEdge,
  type DependencyNode,
  isExcluded,
} from './dependency-node.ts'
import type { FoundPom, MergedPom, PomStore } from './pom-store.ts'
import { VersionChoice } from './version-choice.ts'

export interface CollectionInput {
  root: MergedPom
  store: PomStore
  /** The POM of a module of the project; null if a dependency is none. */
  ownModule(dependency: PomDependency): Pom | null
  /** What wins of several versions: the nearest to the project, as in Maven, or the highest, as in Gradle. */
  prefers: 'nearest' | 'highest'
}

export interface Collection {
  nodes: DependencyNode[]
  edges: DependencyEdge[]
}

/** A request whose version is not decided. */
interface Request {
  from: DependencyNode | null
  dependency: PomDependency
  /** The version before dependencyManagement changed it. */
  range: string
  exclusions: readonly PomExclusion[]
}

const maxNodes = 20_000
const maxRelocations = 5
const maxRounds = 30

/**
 * The dependencies of a project, level by level: the first request for a package decides its version, and what other
 * versions of it require is not looked at. A later request that insists on another version starts it again.
 */
export async function collectDependencies(input: CollectionInput): Promise<Collection> {
  const choice = new VersionChoice(input.store, input.prefers)
  for (let round = 1; ; round++) {
    const collector = new Collector(input, choice)
    await collector.collect()
    if (!choice.isOverruled() || round === maxRounds) return collector
  }
}

class Collector implements Collection {
  readonly nodes: DependencyNode[] = []
  readonly edges: DependencyEdge[] = []
  readonly #byKey = new Map<string, DependencyNode>()
  /** By key, requests that others do not allow. */
  readonly #undecided = new Map<string, Request>()
  readonly #input: CollectionInput
  readonly #choice: VersionChoice
  readonly #own: string

  constructor(input: CollectionInput, choice: VersionChoice) {
    this.#input = input
    this.#choice = choice
    const { pom, effective } = input.root
    this.#own = `${effective.groupId ?? ''}:${pom.artifactId}`
  }

  async collect(): Promise<void> {
    const { effective } = this.#input.root
    let level = effective.dependencies.map((each): Request => {
      const dependency = this.#manageDirect(each)
      return { from: null, dependency, range: dependency.version, exclusions: [] }
    })
    while (level.length > 0 && this.nodes.length < maxNodes) {
      // The registry is asked for all at once; each of them is kept there.
      await Promise.all(level.map((request) => this.#foresee(request)))
      const added: DependencyNode[] = []
      for (const request of level) {
        const node = await this.#decide(request)
        if (node) added.push(node)
      }
      level = (await Promise.all(added.map((node) => this.#requestsOf(node)))).flat()
    }
    for (const [key, request] of this.#undecided)
      if (!this.#byKey.has(key)) this.#add(request, { version: '', found: 'no-version' })
  }

  #manageDirect(dependency: PomDependency): PomDependency {
    const managed = this.#input.root.effective.managed.get(keyOf(dependency))
    const filled = manage(dependency, managed)
    return { ...filled, exclusions: [...filled.exclusions, ...(managed?.exclusions ?? [])] }
  }

  async #foresee({ dependency }: Request): Promise<void> {
    if (this.#byKey.has(conflictKey(dependency)) || this.#input.ownModule(dependency)) return
    const version = await this.#choice.choose(conflictKey(dependency), dependency)
    if (version === null) return
    const pom = await this.#input.store.find({ ...dependency, version })
    if (typeof pom !== 'string') await this.#input.store.merge(pom)
  }

  /** The package that a request adds; null if it is there already, or another request decides. */
  async #decide(request: Request): Promise<DependencyNode | null> {
    const { from, exclusions } = request
    let { dependency, range } = request
    for (let hop = 0; ; hop++) {
      const key = conflictKey(dependency)
      if (nameOf(dependency) === this.#own) return null
      this.edges.push({ from, key, scope: dependency.scope || 'compile', range })
      const known = this.#byKey.get(key)
      const own = this.#input.ownModule(dependency)
      if (known || own) {
        if (known) await this.#choice.compare(key, dependency, known.version)
        return known ? null : this.#add({ ...request, dependency }, { version: dependency.version, own })
      }
      const version = await this.#choice.choose(key, dependency)
      if (version === null && this.#choice.hasRange(key)) {
        this.#undecided.set(key, { ...request, dependency })
        return null
      }
      const found = version === null ? 'no-version' : await this.#input.store.find({ ...dependency, version })
      const moved =
        typeof found === 'string' || hop === maxRelocations ? null : await this.#relocate(dependency, found)
      if (moved === null)
        return this.#add({ from, dependency, range, exclusions }, { version: version ?? '', found })
      this.edges.pop()
      dependency = moved
      range = moved.version
    }
  }

  /** Where a package went; null if it stayed. */
  async #relocate(dependency: PomDependency, found: Pom): Promise<PomDependency | null> {
    const { relocation } = found
    if (relocation === null) return null
    const { effective } = await this.#input.store.merge(found)
    const { groupId, artifactId, version } = relocation
    const moved = {
      ...dependency,
      groupId: groupId || dependency.groupId,
      artifactId: artifactId || dependency.artifactId,
      version: version.includes('$') || version === '' ? (effective.version ?? dependency.version) : version,
    }
    if (nameOf(moved) === nameOf(dependency)) return moved.version === dependency.version ? null : moved
    return this.#manageTransitive(moved)
  }

  #add(
    { from, dependency, exclusions }: Request,
    { version, found, own = null }: { version: string; found?: FoundPom | 'no-version'; own?: Pom | null },
  ): DependencyNode {
    const node: DependencyNode = {
      key: conflictKey(dependency),
      dependency,
      version,
      depth: (from?.depth ?? 0) + 1,
      exclusions: [...exclusions, ...dependency.exclusions],
      isOwn: own !== null,
      gap: typeof found === 'string' && dependency.scope !== 'system' ? found : null,
    }
    this.#byKey.set(node.key, node)
    this.nodes.push(node)
    return node
  }

  async #requestsOf(node: DependencyNode): Promise<Request[]> {
    const { dependency, version, exclusions } = node
    if (bringsNothing(dependency)) return []
    const own = node.isOwn ? this.#input.ownModule(dependency) : null
    const found = own ?? (await this.#input.store.find({ ...dependency, version }))
    if (typeof found === 'string') return []
    const { effective, isComplete } = await this.#input.store.merge(found)
    if (!isComplete && !node.isOwn) node.gap ??= 'absent'
    return effective.dependencies
      .map((each) => manage(each, effective.managed.get(keyOf(each))))
      .filter((each) => each.scope !== 'test' && each.scope !== 'provided' && each.optional !== 'true')
      .filter((each) => !isExcluded(each, exclusions))
      .map((each) => ({
        from: node,
        dependency: this.#manageTransitive(each),
        range: each.version,
        exclusions,
      }))
  }

  /** The project's dependencyManagement overrules what its dependencies ask for. */
  #manageTransitive(dependency: PomDependency): PomDependency {
    const managed = this.#input.root.effective.managed.get(keyOf(dependency))
    if (!managed) return dependency
    return {
      ...dependency,
      version: managed.version || dependency.version,
      scope: managed.scope || dependency.scope,
      exclusions: [...dependency.exclusions, ...managed.exclusions],
    }
  }
}
