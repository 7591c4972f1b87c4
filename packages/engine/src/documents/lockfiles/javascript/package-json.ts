import type { Need } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'
import { recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { type LockfileLocation, parseJsonObject } from '../lockfile-reader.ts'
import { ownProperty } from '../../../own-property.ts'

/** Dependencies in a project's package.json: https://docs.npmjs.com/cli/configuring-npm/package-json */
export interface Manifest {
  name: string
  version: string
  /** Ranges by name. A name may be in several of these maps; the first one applies. */
  dependencies: ReadonlyMap<string, string>
  optionalDependencies: ReadonlyMap<string, string>
  devDependencies: ReadonlyMap<string, string>
  /** Whether the project has workspaces, whose manifests are not read. */
  hasWorkspaces: boolean
}

/** The package.json of a folder, relative to the lockfile; null if it is missing or invalid. */
export function manifestAt({ path, tree }: LockfileLocation, folder: string): Manifest | null {
  const manifestPath = pathFrom(path, `${folder}/package.json`)
  const document = manifestPath === null ? null : tree?.find(manifestPath)
  const json = document ? parseJsonObject(document).content : null
  return json && manifestOf(json)
}

/** Reads a package.json, or the copy of one in a lockfile. */
export function manifestOf(json: Record<string, unknown>): Manifest {
  const member = (name: string) =>
    new Map(
      Object.entries(recordOf(ownProperty(json, name))).map(([key, range]) => [
        shortTextOf(key),
        shortTextOf(range),
      ]),
    )
  return {
    name: shortTextOf(json['name']),
    version: shortTextOf(json['version']),
    dependencies: member('dependencies'),
    optionalDependencies: member('optionalDependencies'),
    devDependencies: member('devDependencies'),
    hasWorkspaces: json['workspaces'] !== undefined,
  }
}

/** Why the project requires a package; null if it does not. */
export function needOf(manifest: Manifest, name: string): Need | null {
  // npm removes optional dependencies from the others:
  // https://docs.npmjs.com/cli/configuring-npm/package-json#optionaldependencies
  if (manifest.optionalDependencies.has(name)) return 'optional'
  if (manifest.dependencies.has(name)) return 'used'
  return manifest.devDependencies.has(name) ? 'dev' : null
}
