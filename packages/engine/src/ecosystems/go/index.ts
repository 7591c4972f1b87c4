import type { Ecosystem } from '../ecosystem.ts'
import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

// https://go.dev/ref/mod#versions: SemVer with a leading v; a pseudo-version is a pre-release of the tag to come,
// and '+incompatible' is build metadata, which has no part in the order.

export const go: Ecosystem = {
  ...{ id: 'go', name: 'Go', purlType: 'golang', osvName: 'Go', languages: ['golang', 'go'] },
  readers: [],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  normalizeName: (name) => name,
  ...ordered({
    read: (text) => readSemver(text.startsWith('go') ? text.slice(2) : text),
    compare: compareSemver,
    numbers: ({ numbers }) => numbers,
    isStable: ({ prerelease }) => prerelease.length === 0,
  }),
  webUrl: (name, version) =>
    name === 'stdlib' || name === 'toolchain'
      ? 'https://pkg.go.dev/std'
      : `https://pkg.go.dev/${name}@${goVersion(version)}`,
}

const goVersion = (version: string) => (version.startsWith('v') ? version : `v${version}`)
