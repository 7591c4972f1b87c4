import { ordered } from '../ordered.ts'
import { readSemver, semver, type Semver } from '../semver.ts'

/**
 * https://go.dev/ref/mod#versions: SemVer with an optional leading v. A pseudo-version is a pre-release of the next
 * tag, '+incompatible' is build metadata. Also parses Go's own releases: 'go1.21rc2'.
 */
export function readGo(text: string): Semver | null {
  return readSemver(text.startsWith('go') ? readToolchain(text) : text)
}

/** https://go.dev/doc/toolchain#version: a suffix after '-' or a blank is the vendor's and does not affect the order. */
function readToolchain(text: string): string {
  const match = /^go(\d[\d.]*)(?:(alpha|beta|rc)(\d+))?(?:[- ].*)?$/.exec(text)
  if (!match) return ''
  const [, numbers = '', word, count] = match
  if (word !== undefined) return `${numbers}-${word}.${count}`
  return isLanguage(numbers) ? `${numbers}-0` : numbers
}

/** Since Go 1.21, '1.21' is the language, before its release candidates and 1.21.0: https://go.dev/doc/toolchain#version */
const isLanguage = (numbers: string): boolean => Number(/^1\.(\d+)$/.exec(numbers)?.[1] ?? 0) >= 21

/**
 * A Go release without vendor suffix and experiments: '1.22.3-bigcorp' and '1.22.3 X:boringcrypto' are 1.22.3, which
 * SemVer would treat as pre-releases. '1.21rc2' gets the prefix 'go'.
 */
export function withoutVendor(version: string): string {
  const [, prefix, numbers, word = ''] =
    /^(go|v|)(\d[\d.]*\d)((?:alpha|beta|rc)\d+|-(?:alpha|beta|rc)\.\d+|-0)?(?:[- +].*)?$/.exec(version) ?? []
  if (numbers === undefined) return version
  return `${/^[a-z]/.test(word) ? 'go' : prefix}${numbers}${word}`
}

export const goVersions = ordered({
  ...semver,
  name: 'Go modules',
  read: readGo,
})
