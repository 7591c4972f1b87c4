import type { Coverage } from '@assay/contract/coverage.ts'
import type { Domain, Freshness } from '@assay/engine/vocabulary.ts'

/** shields.io color names with their values. */
export const colors = {
  brightgreen: '#4b0',
  yellowgreen: '#95991a',
  orange: '#ea7233',
  red: '#dd4343',
  lightgrey: '#939393',
} as const
export type BadgeColor = keyof typeof colors

export interface BadgeText {
  message: string
  color: BadgeColor
}

/** Nothing to show, or not visible to the caller. */
export const unknown: BadgeText = { message: 'unknown', color: 'lightgrey' }

/** The fields of a scan that a badge depends on. */
export interface Scored {
  score: number
  minimum: number
  /** No component could be matched, or the client declared the scan UNDECLARED. */
  isUndeclared: boolean
  /** false: nothing was known to compute the score from. */
  isMeasured: boolean
  coverage: Pick<Coverage, 'listed' | 'checked' | 'blocking'>
  /** A file of the inventory could not be read. */
  isIncomplete: boolean
  /** State of the advisory data of each ecosystem in the inventory. */
  data: readonly Freshness[]
}

/** A good score based on incomplete data is not shown: the badge says what is missing instead. */
export function describeScore(domain: Domain, scan: Scored): BadgeText {
  if (!scan.isMeasured) return { ...unknown, message: unmeasuredOf(domain, scan) }
  const caveat = scan.score < scan.minimum ? null : caveatOf(domain, scan)
  return caveat === null
    ? { message: `${scan.score}${partOf(domain, scan.coverage)}`, color: colorOf(scan.score) }
    : { ...unknown, message: caveat }
}

/** Without current advisory data, that is why. */
const unmeasuredOf = (domain: Domain, scan: Scored): string =>
  caveatOf(domain, { ...scan, coverage: { listed: 0, checked: 0, blocking: 0 } }) ?? 'not measured'

/** What by nature has no advisories blocks nothing, and is said nevertheless. */
const partOf = (domain: Domain, { listed, checked }: Scored['coverage']): string =>
  domain === 'security' && checked < listed ? ` (${checked} of ${listed} checked)` : ''

function caveatOf(domain: Domain, { isIncomplete, isUndeclared, data, coverage }: Scored): string | null {
  if (isIncomplete) return 'incomplete scan'
  // Releases and licenses are known by other sources.
  if (domain !== 'security') return null
  if (data.includes('starter')) return 'no advisory data'
  if (data.includes('outdated')) return 'old advisory data'
  if (coverage.blocking > 0 && coverage.checked < coverage.listed)
    return `${coverage.checked} of ${coverage.listed} checked`
  return isUndeclared ? 'undeclared' : null
}

/** Upper bound of the score per risk class. */
const bands: readonly (readonly [highest: number, color: BadgeColor])[] = [
  [30, 'red'],
  [60, 'orange'],
  [95, 'yellowgreen'],
]

const colorOf = (score: number): BadgeColor =>
  bands.find(([highest]) => score <= highest)?.[1] ?? 'brightgreen'
