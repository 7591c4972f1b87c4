import type { Operator } from '../ecosystems/comparator.ts'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'

interface Constraint {
  comparator: Operator
  version: string
}

/**
 * A range as in CSAF and CycloneDX: https://github.com/package-url/vers-spec, or CSAF's 'vls/…' without a scheme.
 * '*' stands for all versions. null if invalid.
 */
export function parseRange(text: string): '*' | Constraint[] | null {
  const [, list] = /^(?:vers:[a-z][a-z\d.+-]*|vls)\/(.+)$/i.exec(text.replaceAll(/\s+/g, '')) ?? []
  if (list === undefined) return null
  if (list === '*') return '*'
  const constraints = list.split('|').filter((part) => part !== '')
  const parsed = constraints.map(parseConstraint)
  return parsed.length > 0 && parsed.every((each) => each !== null) ? parsed : null
}

function parseConstraint(text: string): Constraint | null {
  const [, comparator, encoded = ''] = /^(!=|<=|>=|[<>=])?(.+)$/.exec(text) ?? []
  const version = decode(encoded)
  if (version === null || /^[<>=!]/.test(version)) return null
  return { comparator: (comparator as Constraint['comparator'] | undefined) ?? '=', version }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Whether the version is in the range; false if they cannot be compared. */
export function isInRange(text: string, version: string, ecosystem: Ecosystem | null): boolean {
  const range = parseRange(text)
  if (range === null || range === '*') return range === '*'
  const compare = (a: string, b: string) => (a === b ? 0 : (ecosystem?.compareVersions(a, b) ?? null))
  const isAt = ({ version: at }: Constraint) => compare(version, at) === 0
  const equal = range.filter(isAt)
  if (equal.some(({ comparator }) => comparator === '=')) return true
  if (equal.some(({ comparator }) => comparator === '!=')) return false
  const bounds = range.filter(({ comparator }) => comparator !== '=' && comparator !== '!=')
  if (bounds.length === 0) return false
  if (bounds.some((bound) => compare(version, bound.version) === null)) return false
  const sorted = bounds.toSorted((a, b) => compare(a.version, b.version) ?? 0)
  return intervalsOf(sorted).some((interval) =>
    interval.every((bound) => isWithin(bound, compare(version, bound.version)!)),
  )
}

/** Pairs sorted bounds: a lower one with the following upper one, or a single one at either end. */
function intervalsOf(sorted: readonly Constraint[]): Constraint[][] {
  const isUpper = ({ comparator }: Constraint) => comparator.startsWith('<')
  const intervals: Constraint[][] = []
  for (const [index, bound] of sorted.entries()) {
    const [before, next] = [sorted[index - 1], sorted[index + 1]]
    if (isUpper(bound))
      intervals.push(before && !isUpper(before) ? [before, bound] : index === 0 ? [bound] : [])
    else if (!next) intervals.push([bound])
  }
  return intervals.filter((interval) => interval.length > 0)
}

function isWithin({ comparator }: Constraint, order: number): boolean {
  if (order === 0) return comparator.endsWith('=')
  return comparator.startsWith('<') ? order < 0 : order > 0
}
