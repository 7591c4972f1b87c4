import type { Cvss } from './advisory.ts'
import type { Severity } from '../vocabulary.ts'
import { scoreV2 } from './cvss/v2.ts'
import { scoreV3 } from './cvss/v3.ts'
import { scoreV4 } from './cvss/v4.ts'

const VERSIONS: readonly [
  prefix: string,
  version: Cvss['version'],
  score: (text: string) => number | null,
][] = [
  ['CVSS:4.0/', '4.0', scoreV4],
  ['CVSS:3.1/', '3.1', scoreV3],
  ['CVSS:3.0/', '3.0', scoreV3],
  ['CVSS2#', '2.0', scoreV2],
  ['', '2.0', scoreV2],
]

/**
 * Scores a CVSS 2.0, 3.0, 3.1 or 4.0 vector as specified by FIRST; null if invalid. For 2.0 and 3.x the base score; for
 * 4.0 the score of all metrics in the vector.
 */
export function scoreCvss(vector: string): Cvss | null {
  const text = vector.trim()
  const bare = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text
  const found = VERSIONS.find(([prefix]) => bare.startsWith(prefix))
  if (!found) return null
  const [prefix, version, scoreText] = found
  const score = scoreText(bare.slice(prefix.length))
  return score === null ? null : { score, vector: text, version }
}

/** The qualitative rating: FIRST's for 3.x and 4.0; NVD's for 2.0, which has neither none nor critical. */
export function severityOf({ score, version }: Pick<Cvss, 'score' | 'version'>): Severity {
  if (version === '2.0') return score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low'
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'none'
}
