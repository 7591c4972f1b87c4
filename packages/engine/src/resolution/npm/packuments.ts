import { parseJson } from '@assay/text/parse-json.ts'
import { isRecord, listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { npm } from '../../ecosystems/npm/index.ts'
import { ownProperty } from '../../own-property.ts'
import type { RegistryFacts } from '../model/registry-facts.ts'

/** A version of a package, as its registry describes it. */
export interface Manifest {
  name: string
  version: string
  dependencies: Readonly<Record<string, unknown>>
  optionalDependencies: Readonly<Record<string, unknown>>
  peerDependencies: Readonly<Record<string, unknown>>
  peerDependenciesMeta: Readonly<Record<string, unknown>>
  engine: string
  deprecated: string
}

export interface Packument {
  tags: ReadonlyMap<string, string>
  versions: ReadonlyMap<string, Manifest>
}

/** Without texts that installation does not need: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
const accept = 'application/vnd.npm.install-v1+json'

const packageName = /^(?:@[\w.~-]+\/)?[\w.~-]+$/

/** The packages of a registry, each read once. */
export class Packuments {
  readonly #facts: RegistryFacts
  readonly #known = new Map<string, Promise<Packument | null>>()
  readonly counts = { read: 0, unreachable: 0 }

  constructor(facts: RegistryFacts) {
    this.#facts = facts
  }

  /** null if the registry does not have it. */
  find(name: string): Promise<Packument | null> {
    const known = this.#known.get(name) ?? this.#read(name)
    this.#known.set(name, known)
    return known
  }

  async #read(name: string): Promise<Packument | null> {
    if (!packageName.test(name) || /(?:^|\/)\.\.?$/.test(name)) return null
    const path = `/${name.replace('/', '%2f')}`
    const bytes = await this.#facts.read(npm.id, { path, name, isFixed: false, accept })
    if (bytes === 'unreachable') this.counts.unreachable++
    if (!(bytes instanceof Uint8Array)) return null
    this.counts.read++
    return readPackument(name, bytes)
  }
}

function readPackument(name: string, bytes: Uint8Array): Packument | null {
  const json = parseJson(bytes)
  if (!isRecord(json)) return null
  return {
    tags: new Map(
      Object.entries(recordOf(json['dist-tags'])).map(([tag, version]) => [tag, textOf(version)]),
    ),
    versions: new Map(
      Object.entries(recordOf(json['versions'])).map(([version, value]) => [
        version,
        readManifest({ name, version }, recordOf(value)),
      ]),
    ),
  }
}

export const readManifest = (
  { name, version }: Pick<Manifest, 'name' | 'version'>,
  json: Record<string, unknown>,
): Manifest => ({
  name,
  version,
  dependencies: recordOf(json['dependencies']),
  optionalDependencies: recordOf(json['optionalDependencies']),
  peerDependencies: recordOf(json['peerDependencies']),
  peerDependenciesMeta: recordOf(json['peerDependenciesMeta']),
  engine: textOf(ownProperty(recordOf(json['engines']), 'node')),
  deprecated: textOf(json['deprecated']) || (listOf([json['deprecated']])[0] === true ? 'deprecated' : ''),
})
