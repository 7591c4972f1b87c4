import { scoreCvss, severityOf } from '../../packages/engine/src/advisories/cvss.ts'
import { same, type Row, type Verdict } from './row.ts'

/** https://www.first.org/cvss/v3.1/specification-document#7-4-Metric-Values: exploit maturity, remediation, confidence. */
const factors = new Map(
  Object.entries({
    'E:U': 0.91,
    'E:P': 0.94,
    'E:F': 0.97,
    'RL:O': 0.95,
    'RL:T': 0.96,
    'RL:W': 0.97,
    'RC:U': 0.92,
    'RC:R': 0.96,
  }),
)

/** Score, and rating if there is one. Some publishers give the temporal score for 3.x vectors with temporal metrics. */
export function checkCvss({ vector, baseScore, severity }: Row): Verdict {
  const cvss = scoreCvss(vector!)
  if (!cvss) return same(baseScore, null)
  const base = { version: cvss.version, score: cvss.score }
  const temporal = { ...base, score: temporalScore(vector!, cvss.score) }
  const scored = cvss.version.startsWith('3.') && temporal.score === baseScore ? temporal : base
  if (severity === undefined) return same(baseScore, scored.score)
  return same([baseScore, severity.toLowerCase()], [scored.score, severityOf(scored)])
}

/** Rounds up as in appendix A of the specification, on integers of 1/100,000. */
function temporalScore(vector: string, base: number): number {
  const factor = vector.split('/').reduce((product, metric) => product * (factors.get(metric) ?? 1), 1)
  const whole = Math.round(base * factor * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}
