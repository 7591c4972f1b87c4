import type { Ecosystem } from '../ecosystem.ts'
import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'
import { packageLock } from './lockfile.ts'

/** Names keep their case: 'JSONStream' and 'jsonstream' are two packages. */
export const npm: Ecosystem = {
  ...{
    id: 'npm',
    name: 'npm',
    purlType: 'npm',
    osvName: 'npm',
    languages: ['nodejs', 'npm', 'javascript', 'node'],
  },
  readers: [packageLock],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  normalizeName: (name) => name,
  ...ordered({
    read: readSemver,
    compare: compareSemver,
    numbers: ({ numbers }) => numbers,
    isStable: ({ prerelease }) => prerelease.length === 0,
  }),
  webUrl: (name, version) => `https://www.npmjs.com/package/${name}/v/${encodeURIComponent(version)}`,
}
