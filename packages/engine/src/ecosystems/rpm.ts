import { hasPrerelease, numbersAfter } from './dpkg.ts'
import { compareDigits, compareText, isDigits, maxVersionLength } from './numbers.ts'

// RPM's version order: https://rpm.org/docs/latest/man/rpm-version.7

interface RpmVersion {
  epoch: string
  version: string
  /** null if absent, which is lower than any. */
  release: string | null
}

const pattern = /^\s*(?:(\d+):)?([\dA-Za-z][\dA-Za-z._+~^-]*?)(?<!-)(?:-([\dA-Za-z._+~^]+))?\s*$/

/** Parses [epoch:]version[-release]; null if the text is not a version, such as a word without digits ('latest'). */
export function readRpm(text: string): RpmVersion | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(text)
  if (!match || !/\d/.test(match[2]!)) return null
  return { epoch: match[1] ?? '0', version: match[2]!, release: match[3] ?? null }
}

export function compareRpm(a: RpmVersion, b: RpmVersion): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareSegments(a.version, b.version) ||
    Number(a.release !== null) - Number(b.release !== null) ||
    compareSegments(a.release ?? '', b.release ?? '')
  )
}

/** Only digits, letters, '~' and '^' are compared; other characters are separators. */
function compareSegments(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [a.match(segments) ?? [], b.match(segments) ?? []]
  for (let index = 0; index < left.length || index < right.length; index++) {
    const order = compareSegment(left[index], right[index])
    if (order !== 0) return order
  }
  return 0
}

const segments = /\d+|[A-Za-z]+|[~^]/g

function compareSegment(a: string | undefined, b: string | undefined): number {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  if (rankA !== rankB) return rankA - rankB
  if (rankA === rankOf('0')) return compareDigits(a!, b!)
  return compareText(a ?? '', b ?? '')
}

/** '~' sorts before the end, '^' right after it, followed by letters and then numbers. */
function rankOf(segment: string | undefined): number {
  if (segment === undefined) return 1
  if (segment === '~') return 0
  if (segment === '^') return 2
  return isDigits(segment) ? 4 : 3
}

export const rpmNumbers = ({ epoch, version }: RpmVersion): string[] => numbersAfter(epoch, version)

export const isStableRpm = ({ version }: RpmVersion): boolean => !hasPrerelease(version)
