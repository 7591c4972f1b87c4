import { nuget } from '../../ecosystems/nuget/index.ts'
import { readJson } from '../../documents/parsers/json-document.ts'
import { listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { childOf, childrenOf, readXml, type XmlElement } from '../../documents/parsers/xml-document.ts'
import type { RegistryAnswer, RegistryFacts } from '../model/registry-facts.ts'
import { type Framework, nearestFramework, parseFramework } from './frameworks.ts'
import { normalizeVersion } from './version-request.ts'

/** What a version requires of another package. */
export interface NugetDependency {
  name: string
  range: string
}

export type FoundNuspec = Nuspec | Exclude<RegistryAnswer, Uint8Array>

export interface Nuspec {
  /** As its author spells it. */
  name: string
  dependenciesFor(framework: Framework): NugetDependency[]
}

const namePattern = /^[\w.-]{1,100}$/

/** The packages of a registry, each read once: https://learn.microsoft.com/nuget/api/package-base-address-resource */
export class PackageStore {
  readonly #facts: RegistryFacts
  readonly #versions = new Map<string, Promise<string[] | null>>()
  readonly #specs = new Map<string, Promise<FoundNuspec>>()
  /** How many documents the registry gave, and how many it could not be asked for. */
  readonly counts = { read: 0, unreachable: 0 }

  constructor(facts: RegistryFacts) {
    this.#facts = facts
  }

  /** null if the registry does not have it, or cannot be asked. */
  versions(name: string): Promise<string[] | null> {
    const id = name.toLowerCase()
    const known = this.#versions.get(id) ?? this.#readVersions(id)
    this.#versions.set(id, known)
    return known
  }

  async #readVersions(id: string): Promise<string[] | null> {
    const answer = await this.#ask(`${id}/index.json`, false)
    if (!(answer instanceof Uint8Array)) return null
    const { json } = readJson({ path: `${id}/index.json`, bytes: answer })
    return listOf(recordOf(json)['versions']).map(textOf)
  }

  find(name: string, version: string): Promise<FoundNuspec> {
    const id = name.toLowerCase()
    const path = `${id}/${normalizeVersion(version)}/${id}.nuspec`
    const known = this.#specs.get(path) ?? this.#read(path)
    this.#specs.set(path, known)
    return known
  }

  async #read(path: string): Promise<FoundNuspec> {
    const bytes = await this.#ask(path, true)
    if (!(bytes instanceof Uint8Array)) return bytes
    const { root } = readXml({ path, bytes })
    const metadata = childOf(root, 'metadata')
    return metadata === null ? 'absent' : nuspecOf(metadata)
  }

  async #ask(path: string, isFixed: boolean): Promise<RegistryAnswer> {
    if (path.split('/').some((part) => !namePattern.test(part))) return 'absent'
    return this.#count(
      await this.#facts.read(nuget.id, {
        path: `/${path}`,
        resource: 'PackageBaseAddress/3.0.0',
        name: path.split('/', 1)[0]!,
        isFixed,
      }),
    )
  }

  #count(answer: RegistryAnswer): RegistryAnswer {
    if (answer === 'unreachable') this.counts.unreachable++
    else if (answer !== 'absent') this.counts.read++
    return answer
  }
}

/** https://learn.microsoft.com/nuget/reference/nuspec#dependencies-element */
function nuspecOf(metadata: XmlElement): Nuspec {
  const dependencies = childOf(metadata, 'dependencies')
  const groups = childrenOf(dependencies, 'group').map((group) => ({
    framework: parseFramework(group.attributes.get('targetFramework') ?? ''),
    dependencies: dependenciesIn(group),
  }))
  const flat = dependenciesIn(dependencies)
  return {
    name: childOf(metadata, 'id')?.text.trim() ?? '',
    dependenciesFor(framework) {
      if (groups.length === 0) return flat
      const at = nearestFramework(
        framework,
        groups.map((each) => each.framework),
      )
      return at === null ? [] : groups[at]!.dependencies
    },
  }
}

const dependenciesIn = (parent: XmlElement | null): NugetDependency[] =>
  childrenOf(parent, 'dependency').flatMap(({ attributes }) => {
    const name = attributes.get('id')?.trim() ?? ''
    return name === '' ? [] : [{ name, range: attributes.get('version')?.trim() ?? '' }]
  })
