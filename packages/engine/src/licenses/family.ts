import type { License } from './expression.ts'
import { allLicenses } from './spdx.ts'
import { ownProperty } from '../own-property.ts'

/** A license as the set of versions its holder may choose: 'GPL-2.0-or-later' allows GPL 2.0 or 3.0. */
export interface Choices {
  /** The id without its version: 'gpl', 'apache'; the whole id if it has no version. */
  family: string
  /** '' for a license without versions. */
  versions: string[]
  exception: string | null
}

/** Deprecated ids that contain an exception. Source: https://spdx.org/licenses/ (deprecated identifiers). */
const heldExceptions: Record<string, string> = {
  'GPL-2.0-with-autoconf-exception': 'Autoconf-exception-2.0',
  'GPL-2.0-with-bison-exception': 'Bison-exception-2.2',
  'GPL-2.0-with-classpath-exception': 'Classpath-exception-2.0',
  'GPL-2.0-with-font-exception': 'Font-exception-2.0',
  'GPL-2.0-with-GCC-exception': 'GCC-exception-2.0',
  'GPL-3.0-with-autoconf-exception': 'Autoconf-exception-3.0',
  'GPL-3.0-with-GCC-exception': 'GCC-exception-3.1',
}

const versionsByFamily = collectVersions()

/** The versions the holder may choose, among those on the SPDX list. */
export function choicesOf({ id, orLater, exception, isKnown }: License): Choices {
  if (!isKnown) return { family: id.toLowerCase(), versions: [''], exception }
  const { family, version, isOrLater } = splitId(id)
  const known = version !== '' && (orLater || isOrLater) ? versionsOf(family) : []
  const later = known.filter((each) => compareDotted(each, version) > 0)
  return {
    family,
    versions: [version, ...later],
    exception: exception ?? ownProperty(heldExceptions, id) ?? null,
  }
}

/** The versions on the SPDX list; '' for a license without versions. */
export function versionsOf(family: string): string[] {
  return versionsByFamily.get(family) ?? []
}

/** Compares '2' and '2.0.1' number by number. */
export function compareDotted(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split('.').map(Number))
  for (let at = 0; at < Math.max(left!.length, right!.length); at++) {
    const difference = (left![at] ?? 0) - (right![at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function splitId(id: string): { family: string; version: string; isOrLater: boolean } {
  const plain = id.replace(/-with-(?:autoconf|bison|classpath|font|GCC)-exception$/, '')
  const base = plain.replace(/-(?:only|or-later)$|\+$/, '')
  const isOrLater = plain !== base && !plain.endsWith('-only')
  const [, family, version] = /^(.+?)-(\d+(?:\.\d+)*)$/.exec(base) ?? []
  // LicenseRefs are case-sensitive, and listed ids never differ by case only.
  return { family: family ?? base, version: version ?? '', isOrLater }
}

function collectVersions(): Map<string, string[]> {
  const versions = new Map<string, Set<string>>()
  for (const [id] of allLicenses()) {
    const { family, version } = splitId(id)
    versions.set(family, (versions.get(family) ?? new Set()).add(version))
  }
  return new Map(versions.entries().map(([family, each]) => [family, [...each]]))
}
