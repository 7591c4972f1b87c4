import { readMetrics, weightOf } from './metrics.ts'
import type { MetricRules } from './metrics.ts'

const RULES: MetricRules = {
  required: {
    AV: 'N A L P',
    AC: 'L H',
    PR: 'N L H',
    UI: 'N R',
    S: 'U C',
    C: 'H L N',
    I: 'H L N',
    A: 'H L N',
  },
  optional: {
    E: 'X H F P U',
    RL: 'X U W T O',
    RC: 'X C R U',
    CR: 'X H M L',
    IR: 'X H M L',
    AR: 'X H M L',
    MAV: 'X N A L P',
    MAC: 'X L H',
    MPR: 'X N L H',
    MUI: 'X N R',
    MS: 'X U C',
    MC: 'X H L N',
    MI: 'X H L N',
    MA: 'X H L N',
  },
}

const IMPACT = { H: 0.56, L: 0.22, N: 0 }
const WEIGHTS = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  C: IMPACT,
  I: IMPACT,
  A: IMPACT,
}
/** Privileges have a higher weight if the scope changes. */
const CHANGED_WEIGHTS = { ...WEIGHTS, PR: { N: 0.85, L: 0.68, H: 0.5 } }

/**
 * The base score by https://www.first.org/cvss/v3.1/specification-document, section 7.1 (the same for 3.0); temporal
 * and environmental metrics are validated but ignored. null if it is not a CVSS 3 vector.
 */
export function scoreV3(text: string): number | null {
  const metrics = readMetrics(text, RULES)
  if (!metrics) return null
  const isChanged = metrics['S'] === 'C'
  const { AV, AC, PR, UI, C, I, A } = weightOf(metrics, isChanged ? CHANGED_WEIGHTS : WEIGHTS)
  const subScore = 1 - (1 - C!) * (1 - I!) * (1 - A!)
  const impact = isChanged ? 7.52 * (subScore - 0.029) - 3.25 * (subScore - 0.02) ** 15 : 6.42 * subScore
  if (impact <= 0) return 0
  const exploitability = 8.22 * AV! * AC! * PR! * UI!
  return roundUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10))
}

/** Appendix A of the specification: round up to one decimal, ignoring floating point noise. */
function roundUp(score: number): number {
  const hundredThousandths = Math.round(score * 100_000)
  return Math.ceil(hundredThousandths / 10_000) / 10
}
