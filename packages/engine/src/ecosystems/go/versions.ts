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

/**
 * Go's own release without a vendor's suffix and experiments: '1.22.3-bigcorp' and '1.22.3 X:boringcrypto' are
 * 1.22.3, which SemVer would take for its pre-release. '1.21rc2' is spelled as Go spells it.
 */
export function withoutVendor(version: string): string {
  const [, prefix, numbers, word = ''] =
    /^(go|v|)(\d[\d.]*\d)((?:alpha|beta|rc)\d+|-(?:alpha|beta|rc)\.\d+|-0)?(?:[- +].*)?$/.exec(version) ?? []
  if (numbers === undefined) return version
  return `${/^[a-z]/.test(word) ? 'go' : prefix}${numbers}${word}`
}

export const goVersions = ordered({
  name: 'Go modules',
  read: readGo,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
