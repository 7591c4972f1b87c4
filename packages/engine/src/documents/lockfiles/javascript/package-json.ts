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
  peerDependencies: ReadonlyMap<string, string>
  /** What Yarn takes in place of what packages ask for, by pattern. */
  resolutions: ReadonlyMap<string, string>
  /** Whether the project has workspaces, whose manifests are not read. */
  hasWorkspaces: boolean
  json: Record<string, unknown>
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
    peerDependencies: member('peerDependencies'),
    resolutions: member('resolutions'),
    hasWorkspaces: json['workspaces'] !== undefined,
    json,
  }
}

/** The Node.js that the project of a lockfile is for: https://docs.npmjs.com/cli/configuring-npm/package-json#engines */
export const nodeRuntime = (manifest: Pick<Manifest, 'json'> | null): string =>
  shortTextOf(recordOf(manifest?.json['engines'])['node'])

/** Why the project requires a package; null if it does not. */
export function needOf(manifest: Manifest, name: string): Need | null {
  // npm removes optional dependencies from the others:
  // https://docs.npmjs.com/cli/configuring-npm/package-json#optionaldependencies
  if (manifest.optionalDependencies.has(name)) return 'optional'
  if (manifest.dependencies.has(name)) return 'used'
  return manifest.devDependencies.has(name) ? 'dev' : null
}

/** How the project asks for a package; null if it does not. */
export function askIn(
  manifest: Manifest,
  name: string,
): { alias: string; range: string; group?: string } | null {
  const need = needOf(manifest, name)
  if (need === null) return null
  const [member, group] = memberOf[need]
  return { alias: name, range: manifest[member].get(name)!, ...(group !== undefined && { group }) }
}

const memberOf = {
  optional: ['optionalDependencies', 'optional'],
  used: ['dependencies', undefined],
  dev: ['devDependencies', 'dev'],
} as const

/**
 * The versions that npm's overrides force, by package; '' for those that hold only below some dependents or versions.
 * https://docs.npmjs.com/cli/configuring-npm/package-json#overrides
 */
export function npmOverrides(json: Record<string, unknown>): Map<string, string> {
  const forced = new Map<string, string>()
  const open: { overrides: Record<string, unknown>; depth: number }[] = [
    { overrides: recordOf(ownProperty(json, 'overrides')), depth: 0 },
  ]
  for (const { overrides, depth } of open) {
    for (const [key, value] of Object.entries(overrides)) {
      const name = /^(@?[^@]+)/.exec(key)?.[1] ?? key
      const isPlain = depth === 0 && name === key && typeof value === 'string'
      // '$name' is the version of the project's own dependency.
      if (typeof value === 'string' && !value.startsWith('$')) forced.set(name, isPlain ? value : '')
      else if (typeof value === 'object' && depth < maxOverrideDepth)
        open.push({ overrides: recordOf(value), depth: depth + 1 })
      if (typeof value === 'object' && ownProperty(recordOf(value), '.') !== undefined) forced.set(name, '')
    }
  }
  return forced
}

const maxOverrideDepth = 10

/** Folders below a lockfile that have a package.json, relative to it. */
export function foldersBelow({ path, tree }: LockfileLocation): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [...(tree?.paths() ?? [])]
    .filter((each) => each.startsWith(folder) && each.endsWith('/package.json'))
    .map((each) => each.slice(folder.length).replace(/\/?package\.json$/, ''))
    .filter((each) => each !== '')
    .slice(0, maxMembers)
}

const maxMembers = 1000
