import { compareDigits, compareNumbers, compareText, isDigits, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

/**
 * Gem::Version with hyphen and build of SemVer:
 * https://github.com/CocoaPods/Core/blob/master/lib/cocoapods-core/version.rb
 */
interface PodVersion {
  numbers: string[]
  /** Everything from the first word on; empty for a release. */
  prerelease: string[]
}

const pattern = /^\s*(\d+(?:\.[\da-z-]+)*)(?:\+[\da-z.-]+)?\s*$/i

export function readPod(text: string): PodVersion | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(text)
  if (!match) return null
  const segments = match[1]!.match(/\d+|[a-z]+/gi)!
  const firstWord = segments.findIndex((segment) => !isDigits(segment))
  const end = firstWord === -1 ? segments.length : firstWord
  return { numbers: segments.slice(0, end), prerelease: segments.slice(end) }
}

export const podVersions = ordered({
  name: 'CocoaPods',
  read: readPod,
  compare: (a, b) => compareNumbers(a.numbers, b.numbers) || compareSegments(a.prerelease, b.prerelease),
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})

/** An empty list is the highest, and a prefix is lower. Like Pod::Version, compares numbers with words as text. */
function compareSegments(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length)
  for (let index = 0; index < a.length && index < b.length; index++) {
    const [left, right] = [a[index]!, b[index]!]
    const areNumbers = isDigits(left) && isDigits(right)
    const order = areNumbers ? compareDigits(left, right) : compareText(left, right)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}
