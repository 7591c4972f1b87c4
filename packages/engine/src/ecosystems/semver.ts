import { compareDigits, compareNumbers, compareText, isDigits, maxVersionLength } from './numbers.ts'

/** A parsed SemVer 2.0.0 version. */
export interface Semver {
  /** At least three. */
  numbers: string[]
  /** Empty for a release. */
  prerelease: string[]
}

/**
 * Parses versions more leniently than https://semver.org, as feeds require: with a leading v, missing or additional
 * numbers, leading zeros, or a pre-release without a hyphen; '-*' is the lowest pre-release. null for anything else:
 * wildcards instead of numbers, words, more than 512 characters. Linear in the length.
 */
export function readSemver(text: string): Semver | null {
  if (text.length > maxVersionLength) return null
  const start = skipWhile(text, 0, isPrefix)
  const afterNumbers = skipNumbers(text, start)
  if (afterNumbers === start) return null
  const afterPrerelease = skipWhile(text, afterNumbers, isPrereleasePart)
  const prerelease = readPrerelease(text.slice(afterNumbers, afterPrerelease))
  if (prerelease === null || !isEnd(text, afterPrerelease)) return null
  const numbers = text.slice(start, afterNumbers).split('.')
  while (numbers.length < 3) numbers.push('0')
  return { numbers, prerelease }
}

/** https://semver.org/#spec-item-11; build metadata is ignored. */
export function compareSemver(a: Semver, b: Semver): number {
  return compareNumbers(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease)
}

/** An order by SemVer 2.0.0, for `ordered`. */
export const semver = {
  name: 'SemVer 2.0.0',
  read: readSemver,
  compare: compareSemver,
  numbers: ({ numbers }: Semver) => numbers,
  isStable: ({ prerelease }: Semver) => prerelease.length === 0,
}

/** No pre-release is higher than any. */
export function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length)
  return compareIdentifierLists(a, b)
}

/** Numbers are lower than words, and a prefix is lower than the longer list. */
export function compareIdentifierLists(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareIdentifiers(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return Math.sign(a.length - b.length)
}

function compareIdentifiers(a: string, b: string): number {
  if (a === b) return 0
  const isNumberA = isDigits(a)
  const isNumberB = isDigits(b)
  if (isNumberA && isNumberB) return compareDigits(a, b)
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1
  return compareText(a, b)
}

/** '-beta.1', or 'beta.1' and '.beta.1' without a hyphen. null if an identifier is empty or a wildcard. */
function readPrerelease(text: string): string[] | null {
  if (text === '') return []
  const hasDot = text.startsWith('.')
  const hasHyphen = text.startsWith('-') && text.length > 1 && text.charCodeAt(1) !== dot
  const identifiers = (hasDot || hasHyphen ? text.slice(1) : text).split('.')
  if (identifiers.includes('') || (hasDot && /^[xX*]$/.test(identifiers[0]!))) return null
  return text.includes('*') ? readLowest(identifiers) : identifiers
}

/** In feeds, '1.3.0-*' stands for the lowest pre-release. */
function readLowest(identifiers: readonly string[]): string[] | null {
  const read = identifiers.map((each) => (each === '*' ? '0' : each))
  return read.some((each) => each.includes('*')) ? null : read
}

/** The position after dot-separated numbers; start if there are none. */
function skipNumbers(text: string, start: number): number {
  let end = skipWhile(text, start, isDigit)
  while (end > start && text.charCodeAt(end) === dot && isDigit(text.charCodeAt(end + 1))) {
    end = skipWhile(text, end + 1, isDigit)
  }
  return end
}

/** Whether only build metadata and blanks follow. */
function isEnd(text: string, at: number): boolean {
  const end = text.charCodeAt(at) === plus ? skipWhile(text, at + 1, isBuildPart) : at
  return skipWhile(text, end, isBlank) === text.length
}

function skipWhile(text: string, start: number, holds: (code: number) => boolean): number {
  let at = start
  while (at < text.length && holds(text.charCodeAt(at))) at++
  return at
}

const [dot, plus] = [46, 43]
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)
const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
/** '=', 'v', 'V' and blanks. */
const isPrefix = (code: number) => code === 61 || code === 118 || code === 86 || isBlank(code)
/** Letters, digits, '-', '.', '_' and '*'. */
const isPrereleasePart = (code: number) =>
  isDigit(code) || isLetter(code) || code === 45 || code === dot || code === 95 || code === 42
const isBuildPart = (code: number) => isPrereleasePart(code) || code === plus
