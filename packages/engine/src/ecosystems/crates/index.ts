import type { Ecosystem } from '../ecosystem.ts'
import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

/** The registry takes '-' and '_', and upper and lower case, for the same name (RFC 940 and its name check). */
export const crates: Ecosystem = {
  ...{
    id: 'crates.io',
    name: 'crates.io',
    purlType: 'cargo',
    osvName: 'crates.io',
    languages: ['rust', 'cargo', 'crates.io'],
  },
  readers: [],
  nameFromPurl: (_, name) => name,
  normalizeName: (name) => name.toLowerCase().replaceAll('_', '-'),
  ...ordered({
    read: readSemver,
    compare: compareSemver,
    numbers: ({ numbers }) => numbers,
    isStable: ({ prerelease }) => prerelease.length === 0,
  }),
  webUrl: (name, version) => `https://crates.io/crates/${name}/${encodeURIComponent(version)}`,
}
