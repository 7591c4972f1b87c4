import type { Need } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'
import { recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { type LockfilePlace, parseJsonObject } from '../lockfile-reader.ts'
import { ownProperty } from '../../../own-property.ts'

/** What a project's package.json requires: https://docs.npmjs.com/cli/configuring-npm/package-json */
export interface Manifest {
  name: string
  version: string
  /** Ranges by name; the same name may stand in several of these, and counts in the first. */
  dependencies: ReadonlyMap<string, string>
  optionalDependencies: ReadonlyMap<string, string>
  devDependencies: ReadonlyMap<string, string>
  /** Whether other folders belong to it, whose manifests are not read. */
  hasWorkspaces: boolean
}

/** The package.json of a folder, named from the lockfile's; null when it is not there or is none. */
export function manifestAt({ path, tree }: LockfilePlace, folder: string): Manifest | null {
  const place = pathFrom(path, `${folder}/package.json`)
  const document = place === null ? null : tree?.find(place)
  const json = document ? parseJsonObject(document).content : null
  return json && manifestOf(json)
}

/** Of what a package.json holds, or a lockfile's copy of it. */
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

/** For what the project requires a package; null when it does not. */
export function needOf(manifest: Manifest, name: string): Need | null {
  // npm moves what is optional out of the others: https://docs.npmjs.com/cli/configuring-npm/package-json#optionaldependencies
  if (manifest.optionalDependencies.has(name)) return 'optional'
  if (manifest.dependencies.has(name)) return 'used'
  return manifest.devDependencies.has(name) ? 'dev' : null
}
