import { readMetrics, weightOf } from './metrics.ts'
import type { MetricRules } from './metrics.ts'

const RULES: MetricRules = {
  required: { AV: 'L A N', AC: 'H M L', Au: 'M S N', C: 'N P C', I: 'N P C', A: 'N P C' },
  optional: {
    E: 'U POC F H ND',
    RL: 'OF TF W U ND',
    RC: 'UC UR C ND',
    CDP: 'N L LM MH H ND',
    TD: 'N L M H ND',
    CR: 'L M H ND',
    IR: 'L M H ND',
    AR: 'L M H ND',
  },
}

const IMPACT = { N: 0, P: 0.275, C: 0.66 }
const WEIGHTS = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: IMPACT,
  I: IMPACT,
  A: IMPACT,
}

/**
 * The base score by https://www.first.org/cvss/v2/guide, section 3.2.1; temporal and environmental metrics are
 * validated but ignored. null if it is not a CVSS 2.0 vector.
 */
export function scoreV2(text: string): number | null {
  const metrics = readMetrics(text, RULES)
  if (!metrics) return null
  const { AV, AC, Au, C, I, A } = weightOf(metrics, WEIGHTS)
  const impact = 10.41 * (1 - (1 - C!) * (1 - I!) * (1 - A!))
  if (impact === 0) return 0
  const exploitability = 20 * AV! * AC! * Au!
  return Math.round((0.6 * impact + 0.4 * exploitability - 1.5) * 1.176 * 10) / 10
}
