import { formatPurl } from '../../purl.ts'
import { shortTextOf } from '../../documents/parsers/json-value.ts'
import type { FoundPackage } from '../model/cataloger.ts'
import type { System } from '../systems/os-release.ts'

/** A package of an operating system's database. */
export interface OsPackage {
  /** The type of its package URL: 'deb', 'apk', 'rpm'. */
  type: string
  name: string
  version: string
  /** '' if absent. */
  arch: string
  /** Further qualifiers: 'upstream' is the source package. */
  qualifiers?: Readonly<Record<string, string>>
  /** Who built it, if not the distribution, whose advisories say nothing about it. */
  vendor?: string
  /** It is from another release than the system's. */
  isOfOtherRelease?: boolean
  licenses?: string[]
}

/** The package with its place; null if it has no name or version. */
export function foundOsPackage(
  { type, name, version, arch, qualifiers = {}, vendor, isOfOtherRelease, licenses = [] }: OsPackage,
  { system, path, line }: { system: System; path: string; line?: number },
): FoundPackage | null {
  if (shortTextOf(name) === '' || shortTextOf(version) === '') return null
  const isRebuild = vendor !== undefined && rebuilders.has(vendor)
  const distro = (vendor === undefined || isRebuild) && !isOfOtherRelease ? (system.distro ?? '') : ''
  return {
    purl: formatPurl({
      type,
      namespace: vendor ?? system.namespace,
      name,
      version,
      qualifiers: { arch, distro, ...qualifiers },
      subpath: null,
    }),
    sureness: 'installed',
    ...(vendor !== undefined && !isRebuild && { isForeign: true as const }),
    places: [{ path, ...(line !== undefined && { line }) }],
    ...(licenses.length > 0 && { licenses }),
  }
}

/** Marks in names and versions of companies that rebuild packages with fixes, and publish advisories of their own. */
const rebuilds: readonly [vendor: string, mark: RegExp][] = [
  ['root', /^rootio-|[.+-]root\.io\.\d+/],
  ['tuxcare', /tuxcare/i],
]
const rebuilders = new Set(rebuilds.map(([vendor]) => vendor))

/** Who rebuilt a package of a distribution; undefined if nobody did. */
export const rebuilderOf = ({ name, version }: { name: string; version: string }): string | undefined =>
  rebuilds.find(([, mark]) => mark.test(name) || mark.test(version))?.[0]
