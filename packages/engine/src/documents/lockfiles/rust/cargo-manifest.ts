import type { Requirement } from '../../../inventory.ts'
import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { parseTomlTable, type LockfileLocation } from '../lockfile-reader.ts'
import { pathFrom } from '../sibling-file.ts'
import { ownProperty } from '../../../own-property.ts'

/** Why a crate of the workspace needs each of its dependencies, by registry name. */
export interface CargoNeeds {
  /** Needed for the build or at runtime. */
  normal: Set<string>
  /** Needed only for features that are off by default. */
  optional: Set<string>
  /** How the crate asks for each, by registry name. */
  asks: Map<string, CargoAsk[]>
}

/** group: 'dev', 'build' or both with a target, '' for ordinary dependencies: 'dev cfg(unix)', percent-encoded. */
export type CargoAsk = Pick<Requirement, 'range' | 'alias' | 'group' | 'manifest'>

/** Further manifests are not read, and all dependencies of their crates count as normal. */
const maxMembers = 1_000

/**
 * Reads the Cargo.toml next to the lockfile and those of workspace members, by crate name. Members can be listed, match
 * a glob or be path dependencies. Without a manifest, the dependencies of a crate count as normal.
 */
export function readManifests({ path, tree }: LockfileLocation): Map<string, CargoNeeds> {
  const needs = new Map<string, CargoNeeds>()
  const root = manifestAt(path, 'Cargo.toml', tree)
  if (!root) return needs
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const below = [...(tree?.paths() ?? [])].filter(
    (each) => each.startsWith(folder) && each.endsWith('/Cargo.toml'),
  )
  // Members can also be outside the folder of the workspace.
  const members = listOf(recordOf(root['workspace'])['members']).map(shortTextOf)
  const named = members.map((member) => `${member}/Cargo.toml`)
  const manifests = [...named, ...below.map((each) => each.slice(folder.length))]
    .slice(0, maxMembers)
    .map((relative) => manifestAt(path, relative, tree))
  const shared = recordOf(recordOf(root['workspace'])['dependencies'])
  for (const manifest of [root, ...manifests]) {
    const name = shortTextOf(recordOf(manifest?.['package'])['name'])
    if (manifest && name !== '' && !needs.has(name)) needs.set(name, needsOf(manifest, shared))
  }
  return needs
}

export function manifestAt(
  path: string,
  relative: string,
  tree: LockfileLocation['tree'],
): Record<string, unknown> | null {
  const manifestPath = pathFrom(path, relative)
  const document = manifestPath === null ? null : tree?.find(manifestPath)
  return document ? parseTomlTable(document).content : null
}

/** https://doc.rust-lang.org/cargo/reference/manifest.html#the-rust-version-field; '' if there is none. */
export function rustVersionOf(manifest: Record<string, unknown> | null): string {
  const shared = recordOf(recordOf(manifest?.['workspace'])['package'])['rust-version']
  return shortTextOf(recordOf(manifest?.['package'])['rust-version']) || shortTextOf(shared)
}

const kinds = [
  ['dependencies', ''],
  ['dev-dependencies', 'dev'],
  ['dev_dependencies', 'dev'],
  ['build-dependencies', 'build'],
  ['build_dependencies', 'build'],
] as const

function asksOf(manifest: Record<string, unknown>, shared: Record<string, unknown>): Map<string, CargoAsk[]> {
  const asks = new Map<string, CargoAsk[]>()
  const targets = Object.entries(recordOf(manifest['target']))
  for (const [target, table] of [['', manifest] as const, ...targets])
    for (const [member, kind] of kinds)
      for (const [key, value] of Object.entries(recordOf(ownProperty(recordOf(table), member)))) {
        const inherits = isRecord(value) && value['workspace'] === true
        const declared = inherits ? ownProperty(shared, key) : value
        const name = shortTextOf(recordOf(declared)['package']) || key
        const range = shortTextOf(isRecord(declared) ? declared['version'] : declared)
        const group = target === '' ? kind : `${kind} ${encodeURIComponent(target)}`
        const ask: CargoAsk = {
          ...(range !== '' && { range }),
          ...(name !== key && { alias: key }),
          ...(group !== '' && { group }),
          // The version stands in the workspace, where no command changes it.
          ...(inherits && { manifest: 'Cargo.toml' }),
        }
        asks.set(name, [...(asks.get(name) ?? []), ask])
      }
  return asks
}

function needsOf(manifest: Record<string, unknown>, shared: Record<string, unknown>): CargoNeeds {
  const needs: CargoNeeds = { normal: new Set(), optional: new Set(), asks: asksOf(manifest, shared) }
  // https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html#platform-specific-dependencies
  const tables = [manifest, ...Object.values(recordOf(manifest['target']))].map(recordOf)
  for (const table of tables) {
    for (const member of ['dependencies', 'build-dependencies', 'build_dependencies']) {
      for (const [key, value] of Object.entries(recordOf(ownProperty(table, member)))) {
        const inherits = isRecord(value) && value['workspace'] === true
        const renamed = recordOf(inherits ? ownProperty(shared, key) : value)['package']
        const name = shortTextOf(renamed) || key
        if (recordOf(value)['optional'] === true && !needs.normal.has(name)) needs.optional.add(name)
        else needs.normal.add(name)
      }
    }
  }
  for (const name of needs.normal) needs.optional.delete(name)
  return needs
}
