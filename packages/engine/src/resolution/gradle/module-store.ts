import { keyOf, type Pom, type PomDependency } from '../../documents/lockfiles/java/pom-model.ts'
import { manage } from '../../documents/lockfiles/java/pom-effective.ts'
import { readJson } from '../../documents/parsers/json-document.ts'
import type { FoundPom, MergedPom, PomStore } from '../maven/pom-store.ts'
import { nameOf } from '../maven/coordinates.ts'
import { readModuleMetadata } from './module-metadata.ts'
import { type Classpath, type GradleRequest, request, type VersionFacts } from './version-facts.ts'

export type FoundFacts = VersionFacts | Exclude<FoundPom, Pom>

interface FactsWanted {
  name: string
  version: string
  classpath: Classpath
  isPlatform: boolean
}

/** What the versions of a registry say of themselves, to Gradle if they do, otherwise to Maven. */
export class ModuleStore {
  readonly #poms: PomStore
  readonly #known = new Map<string, Promise<FoundFacts>>()

  constructor(poms: PomStore) {
    this.#poms = poms
  }

  find(wanted: FactsWanted): Promise<FoundFacts> {
    const key = [wanted.name, wanted.version, wanted.classpath, wanted.isPlatform].join('\n')
    const known = this.#known.get(key) ?? this.#read(wanted)
    this.#known.set(key, known)
    return known
  }

  async versions(name: string): Promise<string[]> {
    return (await this.#poms.versions(coordinatesOf(name)))?.all ?? []
  }

  async #read({ name, version, classpath, isPlatform }: FactsWanted): Promise<FoundFacts> {
    const coordinates = { ...coordinatesOf(name), version }
    const pom = await this.#poms.find(coordinates)
    if (typeof pom === 'string') return pom
    const bytes = await this.#poms.gradleMetadata(coordinates)
    const json = bytes && readJson({ path: `${name}.module`, bytes }).json
    const facts = json === null ? null : readModuleMetadata(json, { isPlatform, classpath, name })
    if (facts) return facts
    const merged = await this.#poms.merge(pom)
    return isPlatform ? platformFacts(merged) : libraryFacts(merged, classpath)
  }
}

const coordinatesOf = (name: string): { groupId: string; artifactId: string } => {
  const [groupId = '', artifactId = ''] = name.split(':')
  return { groupId, artifactId }
}

const platformFacts = ({ effective }: MergedPom): VersionFacts => ({
  requests: [...effective.managed.values()]
    .filter(({ version, classifier, type }) => version !== '' && classifier === '' && type !== 'test-jar')
    .map((each) => request({ kind: 'constraint', name: nameOf(each), version: each.version })),
  isEmpty: true,
})

function libraryFacts({ pom, effective }: MergedPom, classpath: Classpath): VersionFacts {
  const moved = pom.relocation && movedTo(pom, effective)
  if (moved && moved.name !== `${effective.groupId ?? ''}:${pom.artifactId}`)
    return { requests: [moved], isEmpty: true }
  const wanted = classpath === 'runtime' ? ['compile', 'runtime', ''] : ['compile', '']
  const requests = effective.dependencies
    .map((each) => manage(each, effective.managed.get(keyOf(each))))
    .filter(({ scope }) => wanted.includes(scope))
    .map(requestOf)
  return { requests, isEmpty: false }
}

function movedTo({ relocation }: Pom, { groupId, version }: MergedPom['effective']): GradleRequest {
  const to = relocation!
  const itsVersion = to.version.includes('$') || to.version === '' ? (version ?? '') : to.version
  const name = `${to.groupId || (groupId ?? '')}:${to.artifactId}`
  return request({ kind: 'library', name, version: itsVersion })
}

/** What is optional counts only if others ask for it. */
const requestOf = (dependency: PomDependency): GradleRequest =>
  request({
    kind: dependency.optional === 'true' ? 'constraint' : 'library',
    name: nameOf(dependency),
    version: dependency.version,
    exclusions: dependency.exclusions.map(({ groupId, artifactId }) => ({
      group: groupId === '*' ? null : groupId,
      name: artifactId === '*' ? null : artifactId,
    })),
  })
