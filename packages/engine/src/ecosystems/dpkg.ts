import { compareDigits, isDigits, maxVersionLength } from './numbers.ts'

// Debian's order: https://manpages.debian.org/stable/dpkg-dev/deb-version.7.en.html

interface DebianVersion {
  epoch: string
  upstream: string
  /** '' is equivalent to '0'. */
  revision: string
}

/** The revision starts at the last hyphen and is not empty. */
const pattern = /^\s*(?:(\d+):)?(\d[\dA-Za-z.+~-]*?)(?:-([\dA-Za-z.+~]+)|(?<!-))\s*$/

/** Parses [epoch:]upstream-version[-debian-revision]; null if the text is not a version. */
export function readDpkg(text: string): DebianVersion | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(text)
  return match && { epoch: match[1] ?? '0', upstream: match[2]!, revision: match[3] ?? '' }
}

export function compareDpkg(a: DebianVersion, b: DebianVersion): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareParts(a.upstream, b.upstream) ||
    compareParts(a.revision, b.revision)
  )
}

/** Compares alternating runs of non-digits and digits, starting with non-digits. */
export function compareParts(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [a.match(runs) ?? [], b.match(runs) ?? []]
  let [at, bt] = [0, 0]
  while (at < left.length || bt < right.length) {
    const wordA = isWord(left[at]) ? left[at++]! : ''
    const wordB = isWord(right[bt]) ? right[bt++]! : ''
    const order = compareWords(wordA, wordB) || compareDigits(left[at++] ?? '0', right[bt++] ?? '0')
    if (order !== 0) return order
  }
  return 0
}

const runs = /\d+|\D+/g

const isWord = (run: string | undefined): boolean => run !== undefined && !isDigits(run)

function compareWords(a: string, b: string): number {
  for (let index = 0; index < a.length || index < b.length; index++) {
    const order = rankOf(a, index) - rankOf(b, index)
    if (order !== 0) return order
  }
  return 0
}

/** '~' sorts before the end, the end before letters, and letters before all other characters. */
function rankOf(word: string, index: number): number {
  const char = word[index]
  if (char === undefined) return 0
  if (char === '~') return -1
  return /[A-Za-z]/.test(char) ? char.charCodeAt(0) : char.charCodeAt(0) + 256
}

export const debianNumbers = ({ epoch, upstream }: DebianVersion): string[] => numbersAfter(epoch, upstream)

export const isStableDebian = ({ upstream }: DebianVersion): boolean => !hasPrerelease(upstream)

/** The leading numbers, with the epoch in front of the first, since it is the most significant part. */
export function numbersAfter(epoch: string, version: string): string[] {
  const [first = '0', ...rest] = /^[\d.]*/.exec(version)![0].split('.').filter(isDigits)
  return [`${epoch}${first.padStart(maxVersionLength, '0')}`, ...rest]
}

/** Distributions mark pre-releases with '~', but also backports and rebuilds. */
export const hasPrerelease = (version: string): boolean => /~(?:alpha|beta|pre|rc|dev|a\d|b\d)/i.test(version)
