import { compareText } from '../lifetimes/packages.ts'
import { severities } from '../vocabulary.ts'
import type { Upgrade } from './upgrade.ts'

/** An exploit probability (EPSS) from which on a finding goes before severity. */
export const likelyEpss = 0.1

export interface RankedUpgrade extends Upgrade {
  /** Findings among those closed that CISA's catalog lists. */
  knownExploited: number
  /** Findings among those closed whose EPSS is at least likelyEpss. */
  likelyExploited: number
}

/** What to do first: known exploited, then likely exploited, then by severity; what has no fix comes last. */
export function byUrgency(a: RankedUpgrade, b: RankedUpgrade): number {
  const difference = rankOf(b)
    .map((value, at) => value - rankOf(a)[at]!)
    .find((each) => each !== 0)
  return (
    Number(a.to === null) - Number(b.to === null) ||
    (difference ?? 0) ||
    compareText(a.packageName, b.packageName) ||
    compareText(a.to ?? '', b.to ?? '')
  )
}

const rankOf = ({ knownExploited, likelyExploited, closes }: RankedUpgrade): number[] => [
  knownExploited,
  likelyExploited,
  ...severities.map((severity) => closes[severity]),
]
