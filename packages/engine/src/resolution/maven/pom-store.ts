import { childOf, childrenOf, childText, readXml } from '../../documents/parsers/xml-document.ts'
import { type EffectivePom, effectivePom } from '../../documents/lockfiles/java/pom-effective.ts'
import { type Pom, readPom } from '../../documents/lockfiles/java/pom-model.ts'
import { parentPom, type PomTree } from '../../documents/lockfiles/java/pom-tree.ts'
import { maven } from '../../ecosystems/maven/index.ts'
import type { RegistryAnswer, RegistryFacts } from '../model/registry-facts.ts'
import { type Coordinates, folderOf, isNamed, isPublished, nameOf, pomPath } from './coordinates.ts'

export type FoundPom = Pom | Exclude<RegistryAnswer, Uint8Array>

/** A POM as Maven sees it, and the parents and BOMs that it could not be merged with. */
export interface MergedPom {
  pom: Pom
  effective: EffectivePom
  isComplete: boolean
}

export interface PublishedVersions {
  all: string[]
  latest: string
  release: string
}

/** The comment of a POM beside which there is a description for Gradle. */
const gradleMark = 'do_not_remove: published-with-gradle-metadata'

/** Starts the path of a POM from the registry, which relative paths lead nowhere from. */
const ofRegistry = 'registry:'

/** The POMs of a registry, each read and merged once. */
export class PomStore {
  readonly #facts: RegistryFacts
  readonly #tree: PomTree
  readonly #poms = new Map<string, Promise<FoundPom>>()
  readonly #merged = new Map<string, Promise<MergedPom>>()
  readonly #versions = new Map<string, Promise<PublishedVersions | null>>()
  readonly #byName = new Map<string, Pom[]>()
  readonly #lists = new Map<string, EffectivePom>()
  readonly #waiting = new Map<string, Set<string>>()
  /** Paths of the descriptions for Gradle that POMs say to be beside them. */
  readonly #described = new Set<string>()
  /** How many documents the registry gave, and how many it could not be asked for. */
  readonly counts = { read: 0, unreachable: 0 }

  constructor(facts: RegistryFacts, local: PomTree) {
    this.#facts = facts
    this.#tree = {
      at: (path) => (path.startsWith(ofRegistry) ? null : local.at(path)),
      named: (name) => [...local.named(name), ...(this.#byName.get(name) ?? [])],
    }
  }

  /** The POM of a version from the registry. */
  find(coordinates: Coordinates): Promise<FoundPom> {
    if (!isPublished(coordinates)) return Promise.resolve('absent')
    const key = pomPath(coordinates)
    const known = this.#poms.get(key) ?? this.#read(coordinates)
    this.#poms.set(key, known)
    return known
  }

  async #read(coordinates: Coordinates): Promise<FoundPom> {
    const path = pomPath(coordinates, await this.#fileVersion(coordinates))
    const isFixed = !coordinates.version.endsWith('-SNAPSHOT')
    const bytes = await this.#ask(coordinates, path, isFixed)
    if (!(bytes instanceof Uint8Array)) return bytes
    if (startOf(bytes).includes(gradleMark)) this.#described.add(pomPath(coordinates))
    const document = { path: `${ofRegistry}${path}`, bytes }
    const { root } = readXml(document)
    if (root?.name !== 'project') return 'absent'
    const pom = readPom(root, document.path)
    const name = nameOf(coordinates)
    const others = this.#byName.get(name)
    if (others) others.push(pom)
    else this.#byName.set(name, [pom])
    return pom
  }

  /** What a version that was found says to Gradle; null if it says no more than its POM. */
  async gradleMetadata(coordinates: Coordinates): Promise<Uint8Array | null> {
    const path = pomPath(coordinates)
    if (!this.#described.has(path)) return null
    const answer = await this.#ask(coordinates, path.replace(/\.pom$/, '.module'), true)
    return answer instanceof Uint8Array ? answer : null
  }

  /** The files of a snapshot have the time of its build in their names. */
  async #fileVersion({ version, ...name }: Coordinates): Promise<string> {
    if (!version.endsWith('-SNAPSHOT')) return version
    const metadata = await this.#ask(name, `${folderOf(name)}/${version}/maven-metadata.xml`, false)
    if (!(metadata instanceof Uint8Array)) return version
    const { root } = readXml({ path: 'maven-metadata.xml', bytes: metadata })
    const snapshots = childrenOf(childOf(childOf(root, 'versioning'), 'snapshotVersions'), 'snapshotVersion')
    const pom = snapshots.find((each) => childText(each, 'extension') === 'pom')
    const found = pom === undefined ? '' : childText(pom, 'value')
    return isPublished({ ...name, version: found }) ? found : version
  }

  /** null if the registry does not list them. */
  versions(name: Omit<Coordinates, 'version'>): Promise<PublishedVersions | null> {
    const key = nameOf(name)
    const known = this.#versions.get(key) ?? this.#readVersions(name)
    this.#versions.set(key, known)
    return known
  }

  async #readVersions(name: Omit<Coordinates, 'version'>): Promise<PublishedVersions | null> {
    if (!isNamed(name)) return null
    const bytes = await this.#ask(name, `${folderOf(name)}/maven-metadata.xml`, false)
    if (!(bytes instanceof Uint8Array)) return null
    const versioning = childOf(readXml({ path: 'maven-metadata.xml', bytes }).root, 'versioning')
    const all = childrenOf(childOf(versioning, 'versions'), 'version').map(({ text }) => text)
    const [latest, release] = ['latest', 'release'].map((each) => childText(versioning, each))
    return { all, latest: latest!, release: release! }
  }

  async #ask(of: Omit<Coordinates, 'version'>, path: string, isFixed: boolean): Promise<RegistryAnswer> {
    const answer = await this.#facts.read(maven.id, { path, name: nameOf(of), isFixed })
    if (answer === 'unreachable') this.counts.unreachable++
    else if (answer !== 'absent') this.counts.read++
    return answer
  }

  /** Merges a POM with its parents and BOMs, from the project's files first, then from the registry. */
  merge(pom: Pom): Promise<MergedPom> {
    const known = this.#merged.get(pom.path) ?? this.#merge(pom)
    this.#merged.set(pom.path, known)
    return known
  }

  async #merge(pom: Pom): Promise<MergedPom> {
    await this.#loadParents(pom)
    const tried = new Set<string>()
    for (;;) {
      const effective = effectivePom(pom, this.#tree, this.#lists)
      const { missingParent, missingImports } = effective
      const left = missingImports.filter((each) => !tried.has(pomPath(each)) && isPublished(each))
      if (left.length === 0)
        return { pom, effective, isComplete: missingParent === null && missingImports.length === 0 }
      for (const each of left) tried.add(pomPath(each))
      const lists = await Promise.all(left.map((each) => this.find(each)))
      for (const list of lists) if (typeof list !== 'string') await this.#mergeList(list, pom)
    }
  }

  /** Does not wait for a list that waits for this POM: one that imports itself is merged without that. */
  async #mergeList(list: Pom, { path }: Pom): Promise<void> {
    if (this.#waitsFor(list.path, path)) return
    const waiting = this.#waiting.get(path) ?? new Set()
    this.#waiting.set(path, waiting.add(list.path))
    const { effective } = await this.merge(list)
    this.#lists.set(list.path, effective)
    waiting.delete(list.path)
  }

  #waitsFor(path: string, other: string): boolean {
    // Iterating a Set also visits elements added during iteration.
    const reached = new Set([path])
    for (const each of reached) for (const next of this.#waiting.get(each) ?? []) reached.add(next)
    return reached.has(other)
  }

  async #loadParents(pom: Pom): Promise<void> {
    const seen = new Set<Pom>()
    for (let last: Pom | null = pom; last !== null && last.parent !== null && !seen.has(last);) {
      seen.add(last)
      const next: FoundPom = parentPom(last, this.#tree) ?? (await this.find(last.parent))
      last = typeof next === 'string' ? null : next
    }
  }
}

/** Where a POM has the comments of the tool that wrote it. */
const startOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, 4_096))
