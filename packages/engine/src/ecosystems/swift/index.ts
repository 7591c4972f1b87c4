import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { readSemver } from '../semver.ts'
import { swiftVersions } from './versions.ts'

/** Packages are named by the URL of their repository: 'github.com/apple/swift-nio'. */
export const swift: Ecosystem = {
  id: 'swift',
  name: ecosystemNames.swift,
  purlType: 'swift',
  osvName: 'SwiftURL',
  languages: ['swift', 'swifturl', 'swiftpm'],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  normalizeName: canonicalLocation,
  ...swiftVersions,
  webUrl: (name, version) =>
    !/^github\.com\/[^/]+\/[^/]+$/.test(name) || readSemver(version) === null
      ? null
      : `https://${encodePath(name)}/releases/tag/${encodePath(version)}`,
}

/**
 * Host and path in lower case, like SwiftPM's CanonicalPackageLocation:
 * https://github.com/swiftlang/swift-package-manager/blob/main/Sources/PackageModel/PackageIdentity.swift
 */
function canonicalLocation(name: string): string {
  const address = name.toLowerCase().replace(/^(?:git\+)?[a-z]+:\/\//, '')
  const path = address.replace(/^[^/]*@/, '').replace(/^([^/:]+):(?:\d+(?=\/))?\/?/, '$1/')
  return withoutEnd(path)
}

/** Removes '.git' and trailing slashes. A regular expression would take quadratic time for many slashes. */
function withoutEnd(path: string): string {
  let end = path.length
  for (;;) {
    if (path.endsWith('/', end)) end -= 1
    else if (path.endsWith('.git', end)) end -= '.git'.length
    else return path.slice(0, end)
  }
}
