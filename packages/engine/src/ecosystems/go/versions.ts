import { ordered } from '../ordered.ts'
import { compareSemver, readSemver, type Semver } from '../semver.ts'

/**
 * https://go.dev/ref/mod#versions: SemVer with a leading v, with or without. A pseudo-version is a pre-release of
 * the tag to come, '+incompatible' is build metadata. Go's own releases are read as well: 'go1.21rc2'.
 */
export function readGo(text: string): Semver | null {
  return readSemver(text.startsWith('go') ? readToolchain(text) : text)
}

/** https://go.dev/doc/toolchain#version: what follows '-' or a blank is a vendor's suffix and without meaning. */
function readToolchain(text: string): string {
  const match = /^go(\d[\d.]*)(?:(alpha|beta|rc)(\d+))?(?:[- ].*)?$/.exec(text)
  if (!match) return ''
  return match[2] === undefined ? match[1]! : `${match[1]}-${match[2]}.${match[3]}`
}

export const goVersions = ordered({
  name: 'Go modules',
  read: readGo,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
