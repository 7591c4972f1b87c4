import { compareDigits, compareText, isDigits, maxVersionLength } from '../numbers.ts'
import { ordered } from '../ordered.ts'

/** Almost any text is a version: https://docs.conan.io/2/tutorial/versioning/versions.html */
interface ConanVersion {
  items: string[]
  prerelease: string[] | null
  build: string[] | null
}

const pattern = /^[\w*][\w.+*~-]*$/

/** The last '+' starts the build, the first '-' a pre-release. */
export function readConan(text: string): ConanVersion | null {
  const version = text.trim()
  if (version.length > maxVersionLength || !pattern.test(version)) return null
  const plus = version.lastIndexOf('+')
  const beforeBuild = plus === -1 ? version : version.slice(0, plus)
  const hyphen = beforeBuild.indexOf('-')
  return {
    items: itemsOf(hyphen === -1 ? beforeBuild : beforeBuild.slice(0, hyphen)),
    prerelease: hyphen === -1 ? null : itemsOf(beforeBuild.slice(hyphen + 1)),
    build: plus === -1 ? null : itemsOf(version.slice(plus + 1)),
  }
}

/** Trailing zeros are ignored: 1.0 = 1. */
function itemsOf(text: string): string[] {
  const items = text.split('.')
  while (items.length > 0 && /^0+$/.test(items.at(-1)!)) items.pop()
  return items
}

export const conanVersions = ordered({
  name: 'Conan',
  read: readConan,
  compare: compareConan,
  numbers: numbersOf,
  isStable: ({ prerelease }) => prerelease === null,
})

/** https://github.com/conan-io/conan/blob/develop2/conan/internal/model/version.py */
function compareConan(a: ConanVersion, b: ConanVersion): number {
  const order = compareItems(a.items, b.items)
  if (order !== 0) return order
  if (a.prerelease === null || b.prerelease === null) {
    if (a.prerelease !== b.prerelease) return a.prerelease === null ? 1 : -1
    return compareBuilds(a.build, b.build)
  }
  return compareItems(a.prerelease, b.prerelease) || compareBuilds(a.build, b.build)
}

/** Compares two numbers by value, and everything else as text, also a number with a word: 10 < 1k < 2. */
function compareItems(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareItem(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}

function compareItem(a: string, b: string): number {
  const [isNumberA, isNumberB] = [isDigits(a), isDigits(b)]
  if (isNumberA && isNumberB) return compareDigits(a, b)
  return compareText(isNumberA ? plain(a) : a, isNumberB ? plain(b) : b)
}

/** Numbers are compared as text without leading zeros. */
const plain = (digits: string) => digits.replace(/^0+(?=\d)/, '')

const compareBuilds = (a: string[] | null, b: string[] | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compareItems(a, b)

function numbersOf({ items }: ConanVersion): string[] {
  const end = items.findIndex((item) => !isDigits(item))
  return end === -1 ? items : items.slice(0, end)
}
