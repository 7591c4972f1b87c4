import { compareText } from '../lifetimes/packages.ts'
import { severities } from '../vocabulary.ts'
import type { Upgrade } from './upgrade.ts'

/** Exploit probability (EPSS) from which a finding precedes severity. */
export const likelyEpss = 0.1

export interface RankedUpgrade extends Upgrade {
  /** Closed findings that are known exploited. */
  knownExploited: number
  /** Closed findings whose EPSS is at least likelyEpss. */
  likelyExploited: number
}

/**
 * Order of urgency: malware, known exploited, then likely exploited, then by severity; unfixable ones last. Packages that
 * no source was seen to load come after the others, unless their findings are exploited.
 */
export function byUrgency(a: RankedUpgrade, b: RankedUpgrade): number {
  const difference = rankOf(b)
    .map((value, at) => value - rankOf(a)[at]!)
    .find((each) => each !== 0)
  return (
    Number(b.isMalware) - Number(a.isMalware) ||
    Number(a.to === null) - Number(b.to === null) ||
    (difference ?? 0) ||
    compareText(a.packageName, b.packageName) ||
    compareText(a.to ?? '', b.to ?? '')
  )
}

const rankOf = ({ knownExploited, likelyExploited, isNotSeen, closes }: RankedUpgrade): number[] => [
  knownExploited,
  likelyExploited,
  Number(isNotSeen !== true),
  ...severities.map((severity) => closes[severity]),
]
