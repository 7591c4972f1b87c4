import { compareDigits, compareText, isDigits, maxVersionLength } from '../numbers.ts'

// Maven's ComparableVersion: https://maven.apache.org/pom.html#version-order-specification

/** Digits, a word, a word with digits ('rc1'), or a sublist. */
export type MavenItem = string | { word: string } | { word: string; digits: string } | MavenItem[]

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']
const releaseRank = String(qualifiers.indexOf(''))
const aliases = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
])
const shortNames = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
])
const deepest = 100

export function readMaven(text: string): MavenItem[] | null {
  const version = text.trim().toLowerCase()
  if (version.length > maxVersionLength || !/^[\w.+~-]+$/.test(version)) return null
  return new Reader(version).read()
}

class Reader {
  readonly #version: string
  readonly #lists: MavenItem[][] = [[]]
  #start = 0
  #isDigit = false
  #isCombination = false

  constructor(version: string) {
    this.#version = version
  }

  read(): MavenItem[] {
    const version = this.#version
    for (let at = 0; at < version.length; at++) {
      const char = version[at]!
      if (char === '.') this.#endItem(at)
      else if (char === '-') this.#hyphen(at)
      else this.#character(at, isDigits(char))
    }
    if (version.length > this.#start) {
      // A dot before a word is equivalent to a hyphen: 1.0.0.X1 < 1.0.0-X2.
      if (!this.#isDigit && this.#list.length > 0) this.#openList()
      this.#push(version.length)
    }
    for (const list of this.#lists.toReversed()) normalize(list)
    return this.#lists[0]!
  }

  get #list(): MavenItem[] {
    return this.#lists.at(-1)!
  }

  #endItem(at: number) {
    if (at === this.#start) this.#list.push('0')
    else this.#push(at)
    this.#isCombination = false
    this.#start = at + 1
  }

  #hyphen(at: number) {
    const next = this.#version[at + 1]
    // X-1 is X1.
    if (at !== this.#start && !this.#isDigit && next !== undefined && isDigits(next)) {
      this.#isCombination = true
      return
    }
    this.#endItem(at)
    if (this.#list.length > 0) this.#openList()
  }

  #character(at: number, isDigit: boolean) {
    if (isDigit && !this.#isDigit && at > this.#start) {
      this.#isCombination = true
      if (this.#list.length > 0) this.#openList()
    }
    if (!isDigit && this.#isDigit && at > this.#start) {
      this.#push(at)
      this.#start = at
      this.#openList()
      this.#isCombination = false
    }
    this.#isDigit = isDigit
  }

  #push(end: number) {
    const text = this.#version.slice(this.#start, end)
    if (this.#isCombination) this.#list.push(combination(text.replaceAll('-', '')))
    else this.#list.push(this.#isDigit ? text : { word: wordOf(text, false) })
  }

  #openList() {
    if (this.#lists.length >= deepest) return
    const list: MavenItem[] = []
    this.#list.push(list)
    this.#lists.push(list)
  }
}

function combination(text: string): MavenItem {
  const at = text.search(/\d/)
  return { word: wordOf(text.slice(0, at), true), digits: text.slice(at) }
}

const wordOf = (text: string, isBeforeDigit: boolean): string => {
  const long = isBeforeDigit ? (shortNames.get(text) ?? text) : text
  return aliases.get(long) ?? long
}

const isNull = (item: MavenItem): boolean => {
  if (typeof item === 'string') return compareDigits(item, '0') === 0
  if (Array.isArray(item)) return item.length === 0
  return item.word === '' && !('digits' in item)
}

const isWord = (item: MavenItem | undefined) => typeof item === 'object' && !Array.isArray(item)

/** Drops null items before a word, before a sublist (so before a hyphen) and at the end. */
function normalize(list: MavenItem[]): void {
  for (let index = list.length - 1; index >= 0; index--) {
    if (!isNull(list[index]!)) continue
    const next = list[index + 1]
    const isDropped =
      next === undefined ||
      (isWord(next) && !(typeof next === 'object' && 'digits' in next)) ||
      Array.isArray(next)
    if (isDropped) list.splice(index, 1)
  }
}

export function compareMaven(a: MavenItem[], b: MavenItem[]): number {
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [a[index], b[index]]
    const order = left === undefined ? -compareItems(right!, null) : compareItems(left, right ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** null stands for a missing item. */
function compareItems(a: MavenItem, b: MavenItem | null): number {
  if (typeof a === 'string') {
    if (b === null) return isNull(a) ? 0 : 1
    return typeof b === 'string' ? compareDigits(a, b) : 1
  }
  if (Array.isArray(a)) {
    if (b === null) return a.map((item) => compareItems(item, null)).find((order) => order !== 0) ?? 0
    if (typeof b === 'string') return -1
    return Array.isArray(b) ? compareMaven(a, b) : 1
  }
  if (b === null) return compareText(rankOf(a.word), releaseRank)
  if (typeof b === 'string' || Array.isArray(b)) return -1
  return compareText(rankOf(a.word), rankOf(b.word)) || compareDigitsOf(a, b)
}

const compareDigitsOf = (a: { word: string; digits?: string }, b: { word: string; digits?: string }) => {
  if (a.digits === undefined || b.digits === undefined)
    return Number(b.digits === undefined) - Number(a.digits === undefined)
  return compareDigits(a.digits, b.digits)
}

/** Unknown words sort after all known ones, alphabetically. */
function rankOf(word: string): string {
  const known = qualifiers.indexOf(word)
  return known === -1 ? `${qualifiers.length}-${word}` : String(known)
}

export const numbersOf = (version: MavenItem[]): string[] => {
  const end = version.findIndex((item) => typeof item !== 'string')
  return (end === -1 ? version : version.slice(0, end)) as string[]
}

/** Guava's '33.0.0-jre' succeeds '21.0', alongside '33.0.0-android'; JDBC drivers have '.jre8' and '.jre11'. */
export const flavorOfMaven = (version: string): string =>
  /[-.](android|(?:java|jdk|jre)\d+)(?![a-z\d])/i.exec(version)?.[1]?.toLowerCase() ?? ''

/** Only whole words: a 'search' build is not a release candidate. */
const unstable =
  /alpha|beta|milestone|snapshot|preview|prerelease|(?<![a-z])(?:rc|cr|pre|dev|eap?|snap)(?![a-z])/

/** Neither a qualifier from alpha to snapshot nor another word for a pre-release. */
export const isStableMaven = (version: MavenItem[]): boolean =>
  version.every((item) => {
    if (typeof item === 'string') return true
    return Array.isArray(item) ? isStableMaven(item) : !unstable.test(item.word)
  })
