import { compareDigits, compareText, isDigits, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

// Gem::Version: https://docs.ruby-lang.org/en/master/Gem/Version.html

const pattern = /^\s*v?(\d+(?:\.[\dA-Za-z]+)*(?:-[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?)\s*$/

const platform =
  /-(?:(?:x86|x64|x86_64|amd64|i[3-6]86|arm|armv\d\w?|arm64|aarch64|ppc64(?:le)?|powerpc(?:64)?|s390x?|riscv64|sparc|universal)-[a-z][\w.-]*|java|jruby|dalvik|mswin(?:32|64)?|mingw(?:32)?)$/

/** Platform-specific gems append the platform to the version: '1.15.0-x86_64-linux' is 1.15.0. */
export const withoutPlatform = (version: string): string => version.replace(platform, '')

/** Parses numbers and words; zeros without meaning, at the end and before the first word, are dropped. */
export function readGem(text: string): string[] | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(withoutPlatform(text))
  if (!match) return null
  const segments = match[1]!.replaceAll('-', '.pre.').match(/\d+|[A-Za-z]+/g)!
  const firstWord = segments.findIndex((segment) => !isDigits(segment))
  const end = firstWord === -1 ? segments.length : firstWord
  return [...withoutZeros(segments.slice(0, end)), ...withoutZeros(segments.slice(end))]
}

function withoutZeros(segments: string[]): string[] {
  let end = segments.length
  while (end > 0 && /^0+$/.test(segments[end - 1]!)) end--
  return segments.slice(0, end)
}

/** Words are lower than numbers, and missing segments count as 0. */
export function compareGems(a: readonly string[], b: readonly string[]): number {
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [a[index] ?? '0', b[index] ?? '0']
    const [isNumberLeft, isNumberRight] = [isDigits(left), isDigits(right)]
    if (isNumberLeft !== isNumberRight) return isNumberLeft ? 1 : -1
    const order = isNumberLeft ? compareDigits(left, right) : compareText(left, right)
    if (order !== 0) return order
  }
  return 0
}

export const isStableGem = (segments: readonly string[]): boolean => segments.every(isDigits)

/** The segments before the first word: '2.0.rc1' and '2.0' have the same. */
export function numbersOf(segments: readonly string[]): readonly string[] {
  const end = segments.findIndex((segment) => !isDigits(segment))
  return end === -1 ? segments : segments.slice(0, end)
}

export const gemVersions = ordered({
  name: 'Gem::Version',
  read: readGem,
  compare: compareGems,
  numbers: numbersOf,
  isStable: isStableGem,
})
