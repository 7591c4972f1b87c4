import { compareDigits, compareNumbers, compareText, isDigits, longestVersion } from './numbers.ts'

/** A version by SemVer 2.0.0, read leniently: see readSemver. */
export interface Semver {
  /** Three or more. */
  numbers: string[]
  /** Empty for a release. */
  prerelease: string[]
}

const pattern =
  /^[v=\s]*(\d+(?:\.(?:\d+|[xX*]))*)(?:[-.]?([0-9A-Za-z-][0-9A-Za-z.-]*))?(?:\+[0-9A-Za-z.+-]*)?\s*$/

/**
 * Feeds are less strict than https://semver.org: a leading v, missing or additional numbers, leading zeros and a
 * pre-release without hyphen are read for what they mean. null when it is no version all the same.
 */
export function readSemver(text: string): Semver | null {
  if (text.length > longestVersion) return null
  const match = pattern.exec(text)
  if (!match) return null
  const numbers = match[1]!.split('.')
  if (numbers.some((number) => !isDigits(number))) return null
  while (numbers.length < 3) numbers.push('0')
  const prerelease = match[2] === undefined ? [] : match[2].split('.')
  return prerelease.includes('') ? null : { numbers, prerelease }
}

/** https://semver.org/#spec-item-11; build metadata has no part in it. */
export function compareSemver(a: Semver, b: Semver): number {
  return compareNumbers(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease)
}

export function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length)
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareIdentifiers(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}

function compareIdentifiers(a: string, b: string): number {
  const isNumberA = isDigits(a)
  const isNumberB = isDigits(b)
  if (isNumberA && isNumberB) return compareDigits(a, b)
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1
  return compareText(a, b)
}
