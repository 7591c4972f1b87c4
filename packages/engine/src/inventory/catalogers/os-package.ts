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
  /** Who built it, if not the distribution: its advisories say nothing about it. */
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
  const distro = vendor === undefined && !isOfOtherRelease ? (system.distro ?? '') : ''
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
    ...(vendor !== undefined && { isForeign: true as const }),
    places: [{ path, ...(line !== undefined && { line }) }],
    ...(licenses.length > 0 && { licenses }),
  }
}

/** Marks of companies that rebuild packages with fixes of their own, which the distribution's advisories do not know. */
const rebuilds: readonly [vendor: string, version: RegExp][] = [
  ['root', /\+root\.io\.\d+/],
  ['tuxcare', /tuxcare/i],
]

/** Who rebuilt a package; undefined if nobody did. */
export const rebuilderOf = (version: string): string | undefined =>
  rebuilds.find(([, mark]) => mark.test(version))?.[0]
