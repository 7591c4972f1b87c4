import { compareDigits, compareNumbers, isDigits, maxVersionLength, stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'

// Composer's normalized versions in the order of PHP's version_compare:
// https://getcomposer.org/doc/articles/versions.md, https://www.php.net/manual/function.version-compare.php

export interface ComposerVersion {
  /** Four numbers, or the parts of a date. */
  numbers: string[]
  /** 'dev', 'alpha', 'beta', 'RC', '' or 'patch'. */
  stability: Stability
  /** The numbers after the stability: 2 in 'beta2'. */
  stabilityNumbers: string[]
  isDev: boolean
}

const stabilities = ['dev', 'alpha', 'beta', 'RC', '', 'patch'] as const
type Stability = (typeof stabilities)[number]

const names = new Map<string, Stability>([
  ['stable', ''],
  ['beta', 'beta'],
  ['b', 'beta'],
  ['rc', 'RC'],
  ['alpha', 'alpha'],
  ['a', 'alpha'],
  ['patch', 'patch'],
  ['pl', 'patch'],
  ['p', 'patch'],
])

const suffix = String.raw`[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)([.-]?\d+(?:[.-]\d+)*)?)?([.-]?dev)?`
const classical = new RegExp(String.raw`^v?(\d+)(\.\d+)?(\.\d+)?(\.\d+)?${suffix}$`, 'i')
const dated = new RegExp(String.raw`^v?(\d{4}(?:[.:-]?\d{2}){1,6}(?:[.:-]?\d{1,3}){0,3})${suffix}$`, 'i')
const branch = /^v?(\d+|[x*])(\.(?:\d+|[x*]))?(\.(?:\d+|[x*]))?(\.(?:\d+|[x*]))?-?dev$/i
/** Composer's replacement for the x of '1.x-dev', which sorts after every release of the line. */
const anyNumber = '9999999'

/** null for branch names ('dev-main') and anything else that cannot be ordered. */
export function readComposer(text: string): ComposerVersion | null {
  if (text.length > maxVersionLength) return null
  const version = text
    .trim()
    .replace(/ +as +[^,\s]+$/, '')
    .replace(/@(?:stable|rc|beta|alpha|dev)$/i, '')
    .replace(/\+[^\s+]*$/, '')
  return readClassical(version) ?? readDated(version) ?? readBranch(version)
}

function readClassical(version: string): ComposerVersion | null {
  const match = classical.exec(version)
  // Composer treats six or more digits as a date.
  if (!match || match[1]!.length > 5) return null
  const numbers = [1, 2, 3, 4].map((part) => match[part]?.replace('.', '') ?? '0')
  return withSuffix(numbers, match.slice(5))
}

function readDated(version: string): ComposerVersion | null {
  const match = dated.exec(version)
  return match && withSuffix(match[1]!.match(/\d+/g)!, match.slice(2))
}

function withSuffix(numbers: string[], [name, digits, dev]: (string | undefined)[]): ComposerVersion {
  const stability = name === undefined ? '' : names.get(name.toLowerCase())!
  const stabilityNumbers = stability === '' ? [] : (digits?.match(/\d+/g) ?? [])
  return { numbers, stability, stabilityNumbers, isDev: dev !== undefined }
}

function readBranch(version: string): ComposerVersion | null {
  const match = branch.exec(version)
  if (!match) return null
  const parts = [1, 2, 3, 4].map((part) => match[part]?.replace('.', '') ?? 'x')
  return {
    numbers: parts.map((part) => (isDigits(part) ? part : anyNumber)),
    stability: '',
    stabilityNumbers: [],
    isDev: true,
  }
}

export const compareComposer = (a: ComposerVersion, b: ComposerVersion): number =>
  compareNumbers(a.numbers, b.numbers) ||
  rankOf(a) - rankOf(b) ||
  compareStabilityNumbers(a.stabilityNumbers, b.stabilityNumbers) ||
  Number(b.isDev) - Number(a.isDev)

/** A dev version without another stability is the lowest. */
const rankOf = ({ stability, isDev }: ComposerVersion) =>
  stability === '' && isDev ? 0 : stabilities.indexOf(stability)

/** 'beta' is lower than 'beta1', and both are lower than 'beta1.1'. */
function compareStabilityNumbers(a: string[], b: string[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareDigits(a[index]!, b[index]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

export const isStableComposer = ({ stability, isDev }: ComposerVersion): boolean =>
  !isDev && (stability === '' || stability === 'patch')

export const composerVersions = ordered({
  name: 'Composer',
  read: readComposer,
  compare: compareComposer,
  numbers: ({ numbers }) => numbers,
  step: stepOfCaret,
  isStable: isStableComposer,
})
