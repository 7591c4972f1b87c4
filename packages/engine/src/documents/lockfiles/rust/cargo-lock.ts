import { listOf, quote, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseTomlTable } from '../lockfile-reader.ts'
import { crates } from '../../../ecosystems/crates/index.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { originAt, registryOrigin, sourceOrigin } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { type CargoNeeds, manifestAt, readManifests, rustVersionOf } from './cargo-manifest.ts'
import { configPaths, readPatches } from './cargo-patches.ts'
import { ownProperty } from '../../../own-property.ts'

/** Cargo.lock, versions 1 to 4: https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html */
export const cargoLock = lockfileReader({
  id: 'cargo-lock',
  title: 'Cargo lockfile: it lists no packages',
  kind: { purlType: 'cargo' },
  matchesPath: (fileName) => fileName === 'Cargo.lock',
  companions: ['Cargo.toml'],
  includes: configPaths,
  parse: parseTomlTable,
  accepts: ({ package: packages, root, version }) =>
    Array.isArray(packages) || root !== undefined || version !== undefined,
  read(lock, list, location) {
    const crates = readCrates(lock, list, readPatches(location))
    for (const crate of crates) crate.index = crate.isOwn ? null : addCrate(crate, lock, list)
    linkCrates(crates, list, readManifests(location))
    const rust = rustVersionOf(manifestAt(location.path, 'Cargo.toml', location.tree))
    const own = crates.find(({ isOwn }) => isOwn)
    return {
      format: `Cargo.lock ${formatVersion(lock, list)}`,
      runtime: rust === '' ? '' : `>=${rust}`,
      root: own ? { name: own.name, version: own.version, purl: null } : null,
    }
  },
})

interface Crate {
  name: string
  version: string
  source: string
  /** The folder that replaces a crate of a registry; '' for others. */
  folder: string
  /** A crate of the workspace, which is built from source. */
  isOwn: boolean
  checksum: string
  /** 'name', 'name version' or 'name version (source)', as specific as necessary. */
  requires: string[]
  where: string
  index: number | null
}

function readCrates(
  lock: Record<string, unknown>,
  { path, log }: PackageList,
  patches: ReadonlyMap<string, string>,
): Crate[] {
  // Cargo before 2018 lists the project itself separately.
  const entries = [...(lock['root'] === undefined ? [] : [lock['root']]), ...listOf(lock['package'])]
  return entries.map((entry, at) => {
    const crate = recordOf(entry)
    const source = shortTextOf(crate['source'])
    const where = `${path}#/package/${at}`
    if (crate['dependencies'] !== undefined && !Array.isArray(crate['dependencies']))
      log.add('member-invalid', "The member 'dependencies' is not a list and was not read.", where)
    return {
      name: shortTextOf(crate['name']),
      version: shortTextOf(crate['version']),
      source,
      // Patched crates have no source either, since Cargo builds them from a local folder.
      isOwn: source === '' && patches.get(shortTextOf(crate['name'])) === undefined,
      folder: source === '' ? (patches.get(shortTextOf(crate['name'])) ?? '') : '',
      checksum: shortTextOf(crate['checksum']),
      requires: listOf(crate['dependencies']).map(shortTextOf),
      where,
      index: null,
    }
  })
}

/** 'registry+https://…', 'sparse+https://…' or 'git+https://…'. */
const originOf = (source: string): ComponentOrigin =>
  (/^(?:registry|sparse)\+/.test(source) ? undefined : sourceOrigin(source)) ?? registryOrigin(source, crates)

function addCrate(
  { name, version, source, folder, checksum, where }: Crate,
  lock: Record<string, unknown>,
  list: PackageList,
): number | null {
  const origin = folder === '' ? originOf(source) : originAt('folder', folder)
  // Version 1 has a separate table of checksums.
  const digest =
    checksum ||
    shortTextOf(ownProperty(recordOf(lock['metadata']), `checksum ${name} ${version} (${source})`))
  return list.add({
    name,
    version,
    where,
    isDirect: false,
    origin,
    isForeign: origin.kind === 'private-registry',
    ...(/^[\da-f]{64}$/.test(digest) && { hashes: [{ algorithm: 'SHA-256', value: digest }] }),
  })
}

/** Indexes crates by every name that a dependency can have; the first of several matches wins. */
function linkCrates(
  crates: readonly Crate[],
  list: PackageList,
  manifests: ReadonlyMap<string, CargoNeeds>,
): void {
  const byReference = new Map<string, Crate>()
  for (const crate of crates) {
    const { name, version, source } = crate
    // References to Git repositories are without the commit.
    const address = source.split('#', 1)[0]!
    for (const reference of [
      name,
      `${name} ${version}`,
      `${name} ${version} (${source})`,
      `${name} ${version} (${address})`,
    ])
      if (!byReference.has(reference)) byReference.set(reference, crate)
  }
  const used: number[] = []
  const hasMembers = crates.filter(({ isOwn }) => isOwn).length > 1
  for (const { name, requires, isOwn, index, where } of crates) {
    for (const reference of requires) {
      const required = byReference.get(reference)
      if (!required) {
        list.log.add('reference-unknown', `The required ${quote(reference)} is not listed.`, where)
      } else if (!isOwn) {
        list.link(index, required.index)
        if (index !== null) list.ask(required.index, { by: index })
      } else if (required.index !== null) {
        const needs = manifests.get(name)
        const isOptional = needs?.optional.has(required.name) === true
        list.markDirect(required.index)
        for (const ask of needs?.asks.get(required.name) ?? [{ manifest: 'Cargo.toml' }])
          list.ask(required.index, { by: null, ...ask, ...(hasMembers && { member: name }) })
        if (isOptional) list.markOptional(required.index)
        if (!needs || isOptional || needs.normal.has(required.name)) used.push(required.index)
      }
    }
  }
  if (manifests.size > 0) list.markTests(used)
}

function formatVersion(
  { version, metadata, package: packages }: Record<string, unknown>,
  { path, log }: PackageList,
): number {
  if (version === undefined) {
    const hasChecksums = listOf(packages).some((each) => recordOf(each)['checksum'] !== undefined)
    return metadata === undefined && hasChecksums ? 2 : 1
  }
  if (version === 3 || version === 4) return version
  const message = "The lockfile's version is not known: it is read as version 4."
  log.add('lockfile-version-unknown', message, `${path}#/version`)
  return 4
}
