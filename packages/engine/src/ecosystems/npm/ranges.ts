import { holdsAll, maxRangeLength, relations, type Comparator, type Operator } from '../comparator.ts'
import { readSemver } from '../semver.ts'
import { npmVersions } from './versions.ts'

/** Ranges of https://github.com/npm/node-semver#ranges, translated to bounds that npm's order compares. */
type Sets = Comparator[][]

const part = String.raw`\d+|[xX*]`
const partial = String.raw`[v=\s]*(${part})(?:\.(${part})(?:\.(${part})(?:-?([\da-z-]+(?:\.[\da-z-]+)*))?(?:\+[\da-z.-]+)?)?)?`
const hyphen = new RegExp(String.raw`^\s*(${partial})\s+-\s+(${partial})\s*$`, 'i')
const simple = new RegExp(String.raw`^(\^|~>?|[<>]=?|=)?${partial}$`, 'i')

interface NpmRange {
  range: string
  /** Whether pre-releases are treated like other versions. */
  includePrerelease: boolean
}

export function holdsRange(range: NpmRange, version: string): boolean {
  return readRange(range).some(
    (set) =>
      holdsAll(npmVersions, set, version) && (range.includePrerelease || admitsPrerelease(set, version)),
  )
}

/** A range only contains a pre-release if one of its bounds is a pre-release of the same version. */
function admitsPrerelease(set: readonly Comparator[], version: string): boolean {
  const read = readSemver(version)
  if (!read) return false
  if (read.prerelease.length === 0) return true
  return set.some(({ version: bound }) => {
    const { numbers, prerelease } = readSemver(bound)!
    return prerelease.length > 0 && numbers.every((number, index) => number === read.numbers[index])
  })
}

/** Whether the version is above ('>') or below ('<') the whole range. */
export function isOutside(range: NpmRange, version: string, side: '>' | '<'): boolean {
  if (holdsRange(range, version)) return false
  const compare = (a: string, b: string) => npmVersions.compareVersions(a, b)! * (side === '>' ? 1 : -1)
  const beyond: Operator[] = side === '>' ? ['>', '>='] : ['<', '<=']
  return readRange(range).every((comparators) => {
    const set = comparators.length === 0 ? [{ operator: '>=' as const, version: '0.0.0' }] : comparators
    const sorted = set.toSorted((a, b) => compare(a.version, b.version))
    const [low, high] = [sorted[0]!, sorted.at(-1)!]
    if (beyond.includes(high.operator)) return false
    const order = compare(version, low.version)
    if (low.operator === beyond[1]) return !relations['<'](order)
    return ![beyond[0], '='].includes(low.operator) || order > 0
  })
}

export function readRange({ range, includePrerelease }: NpmRange): Sets {
  return range.split('||').flatMap((text) => {
    const set = readSet(text, includePrerelease ? '-0' : '')
    return set ? [set] : []
  })
}

/** lowest: suffix of lower bounds that includes their pre-releases. */
function readSet(text: string, lowest: string): Comparator[] | null {
  const between = hyphen.exec(text)
  if (between) return readHyphen(between, lowest)
  const words = text
    .trim()
    .replaceAll(/(\^|~>?|[<>]?=?)\s+(?=[\dvxX*=])/g, (all, operator: string) =>
      operator === '' ? all : operator,
    )
    .split(/\s+/)
  const read = words.map((word) => (word === '' ? [] : readComparator(word, lowest)))
  return read.includes(null) ? null : read.flat().filter((each) => each !== null)
}

function readComparator(word: string, lowest: string): Comparator[] | null {
  const match = simple.exec(word)
  if (!match) return null
  const [, operator = '', ...parts] = match
  if (operator === '^') return caret(parts, lowest)
  if (operator.startsWith('~')) return tilde(parts, lowest)
  return plain(operator, parts, lowest)
}

type Parts = (string | undefined)[]
const isAny = (each: string | undefined) => each === undefined || /^[xX*]$/.test(each)
const after = (each: string | undefined) => String(BigInt(each!) + 1n)
const from = (version: string): Comparator => ({ operator: '>=', version })
const below = (version: string): Comparator => ({ operator: '<', version: `${version}-0` })

function caret([major, minor, patch, prerelease]: Parts, lowest: string): Comparator[] {
  if (isAny(major)) return []
  if (isAny(minor)) return [from(`${major}.0.0${lowest}`), below(`${after(major)}.0.0`)]
  const start = isAny(patch) ? `${major}.${minor}.0${lowest}` : full([major, minor, patch, prerelease])
  if (major !== '0') return [from(start), below(`${after(major)}.0.0`)]
  if (minor !== '0' || isAny(patch)) return [from(start), below(`0.${after(minor)}.0`)]
  return [from(start), below(`0.0.${after(patch)}`)]
}

function tilde([major, minor, patch, prerelease]: Parts, lowest: string): Comparator[] {
  if (isAny(major)) return []
  if (isAny(minor)) return [from(`${major}.0.0${lowest}`), below(`${after(major)}.0.0`)]
  const end = below(`${major}.${after(minor)}.0`)
  if (isAny(patch)) return [from(`${major}.${minor}.0${lowest}`), end]
  return [from(full([major, minor, patch, prerelease])), end]
}

const full = ([major, minor, patch, prerelease]: Parts, lowest = ''): string =>
  `${major}.${minor}.${patch}${prerelease === undefined ? lowest : `-${prerelease}`}`

function plain(operator: string, parts: Parts, lowest: string): Comparator[] {
  const [major, minor, patch] = parts
  if (isAny(major)) return /[<>]$/.test(operator) ? [below('0.0.0')] : []
  if (!isAny(minor) && !isAny(patch)) {
    return [{ operator: (operator || '=') as Operator, version: full(parts) }]
  }
  const start = `${major}.${isAny(minor) ? 0 : minor}.0`
  const end = isAny(minor) ? `${after(major)}.0.0` : `${major}.${after(minor)}.0`
  if (operator === '>') return [from(`${end}${lowest}`)]
  if (operator === '>=') return [from(`${start}${lowest}`)]
  if (operator === '<') return [below(start)]
  if (operator === '<=') return [below(end)]
  return [from(`${start}${lowest}`), below(end)]
}

function readHyphen(match: RegExpExecArray, lowest: string): Comparator[] {
  const [first, last] = [match.slice(2, 6), match.slice(7, 11)]
  const start = isAny(first[1]) || isAny(first[2]) ? plain('>=', first, lowest) : [from(full(first, lowest))]
  const [major, minor, patch, prerelease] = last
  if (isAny(major)) return start
  if (isAny(minor)) return [...start, below(`${after(major)}.0.0`)]
  if (isAny(patch)) return [...start, below(`${major}.${after(minor)}.0`)]
  if (lowest !== '' && prerelease === undefined) return [...start, below(`${major}.${minor}.${after(patch)}`)]
  return [...start, { operator: '<=', version: full(last) }]
}

/** null for tags, addresses, folders and other packages, and for texts longer than any range. */
export function isInNpmRange(range: string, version: string): boolean | null {
  const text = range.replace(/^npm:(?:@?[^@]+@)?/, '').trim()
  if (text.length > maxRangeLength || readRange({ range: text, includePrerelease: false }).length === 0)
    return null
  return holdsRange({ range: text, includePrerelease: false }, version)
}
