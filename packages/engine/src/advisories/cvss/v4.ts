import { readMetrics } from './metrics.ts'
import type { Metrics, MetricRules } from './metrics.ts'
import { MACROVECTOR_TENTHS } from './v4-scores.ts'
import { ownProperty } from '../../own-property.ts'

const RULES: MetricRules = {
  required: {
    AV: 'N A L P',
    AC: 'L H',
    AT: 'N P',
    PR: 'N L H',
    UI: 'N P A',
    VC: 'H L N',
    VI: 'H L N',
    VA: 'H L N',
    SC: 'H L N',
    SI: 'H L N',
    SA: 'H L N',
  },
  optional: {
    E: 'X A P U',
    CR: 'X H M L',
    IR: 'X H M L',
    AR: 'X H M L',
    MAV: 'X N A L P',
    MAC: 'X L H',
    MAT: 'X N P',
    MPR: 'X N L H',
    MUI: 'X N P A',
    MVC: 'X H L N',
    MVI: 'X H L N',
    MVA: 'X H L N',
    MSC: 'X H L N',
    MSI: 'X S H L N',
    MSA: 'X S H L N',
    S: 'X N P',
    AU: 'X N Y',
    R: 'X A U I',
    V: 'X D C',
    RE: 'X L M H',
    U: 'X Clear Green Amber Red',
  },
}

/** Values from most to least severe; distances are counted in steps. */
const SEVERITY_ORDER: Readonly<Record<string, string>> = {
  AV: 'NALP',
  AC: 'LH',
  AT: 'NP',
  PR: 'NLH',
  UI: 'NPA',
  VC: 'HLN',
  VI: 'HLN',
  VA: 'HLN',
  SC: 'SHLN',
  SI: 'SHLN',
  SA: 'SHLN',
  CR: 'HML',
  IR: 'HML',
  AR: 'HML',
}

/** undefined metrics assume the worst case. */
const DEFAULTS: Readonly<Record<string, string>> = { E: 'A', CR: 'H', IR: 'H', AR: 'H' }

/** One equivalence class (EQ3 and EQ6 combined): its metrics, and by level its depth and most severe vectors. */
interface EquivalenceClass {
  metrics: readonly string[]
  levels: Readonly<Record<string, { depth: number; worst: readonly string[] }>>
}

/** Tables 24 to 30 of the specification; the vectors list the metrics' values in order. */
const EQ1: EquivalenceClass = {
  metrics: ['AV', 'PR', 'UI'],
  levels: {
    0: { depth: 1, worst: ['NNN'] },
    1: { depth: 4, worst: ['ANN', 'NLN', 'NNP'] },
    2: { depth: 5, worst: ['PNN', 'ALP'] },
  },
}
const EQ2: EquivalenceClass = {
  metrics: ['AC', 'AT'],
  levels: { 0: { depth: 1, worst: ['LN'] }, 1: { depth: 2, worst: ['HN', 'LP'] } },
}
const EQ3_EQ6: EquivalenceClass = {
  metrics: ['VC', 'VI', 'VA', 'CR', 'IR', 'AR'],
  levels: {
    '00': { depth: 7, worst: ['HHHHHH'] },
    '01': { depth: 6, worst: ['HHLMMH', 'HHHMMM'] },
    10: { depth: 8, worst: ['LHHHHH', 'HLHHHH'] },
    11: { depth: 8, worst: ['LHLHMH', 'LHHHMM', 'HLHMHM', 'HLLMHH', 'LLHHHM'] },
    21: { depth: 10, worst: ['LLLHHH'] },
  },
}
const EQ4: EquivalenceClass = {
  metrics: ['SC', 'SI', 'SA'],
  levels: {
    0: { depth: 6, worst: ['HSS'] },
    1: { depth: 5, worst: ['HHH'] },
    2: { depth: 4, worst: ['LLL'] },
  },
}

/**
 * The score of all metrics in the vector (CVSS-B, -BT, -BE or -BTE), by
 * https://www.first.org/cvss/v4-0/specification-document, section 8; null if it is not a CVSS 4.0 vector.
 */
export function scoreV4(text: string): number | null {
  const metrics = readMetrics(text, RULES)
  if (!metrics) return null
  const effective = (name: string) => effectiveValue(metrics, name)
  if (['VC', 'VI', 'VA', 'SC', 'SI', 'SA'].every((name) => effective(name) === 'N')) return 0

  const [eq1, eq2, eq3, eq4, eq5, eq6] = macroVector(effective)
  const tenths = (...levels: number[]) => MACROVECTOR_TENTHS.get(levels.join(''))
  const score = tenths(eq1, eq2, eq3, eq4, eq5, eq6) ?? 0
  // From EQ3 = EQ6 = 0 there are two next lower levels: the nearer one counts.
  const below36 = [tenths(eq1, eq2, eq3 + 1, eq4, eq5, eq6), tenths(eq1, eq2, eq3, eq4, eq5, eq6 + 1)]
  const known36 = below36.filter((each) => each !== undefined)
  const steps = [
    { below: tenths(eq1 + 1, eq2, eq3, eq4, eq5, eq6), part: distance(EQ1, `${eq1}`, effective) },
    { below: tenths(eq1, eq2 + 1, eq3, eq4, eq5, eq6), part: distance(EQ2, `${eq2}`, effective) },
    {
      below: known36.length > 0 ? Math.max(...known36) : undefined,
      part: distance(EQ3_EQ6, `${eq3}${eq6}`, effective),
    },
    { below: tenths(eq1, eq2, eq3, eq4 + 1, eq5, eq6), part: distance(EQ4, `${eq4}`, effective) },
    { below: tenths(eq1, eq2, eq3, eq4, eq5 + 1, eq6), part: 0 },
  ].filter(({ below }) => below !== undefined)
  const total = steps.reduce((sum, { below = 0, part }) => sum + (score - below) * part, 0)
  const lowered = steps.length > 0 ? score - total / steps.length : score
  // Halves are exact in decimal; a millionth keeps floating point from rounding them down.
  return Math.min(100, Math.max(0, Math.round(lowered + 1e-6))) / 10
}

/** The modified metric if present, otherwise the metric, otherwise the worst case. */
function effectiveValue(metrics: Metrics, name: string): string {
  const isSet = (value: string | undefined) => value !== undefined && value !== 'X'
  const candidates = [
    ownProperty(metrics, `M${name}`),
    ownProperty(metrics, name),
    ownProperty(DEFAULTS, name),
  ]
  return candidates.find(isSet) ?? ''
}

/** Tables 24 to 29 of the specification. */
function macroVector(value: (name: string) => string): [number, number, number, number, number, number] {
  const is = (name: string, wanted: string) => value(name) === wanted
  const unhindered = [is('AV', 'N'), is('PR', 'N'), is('UI', 'N')]
  const eq1 = unhindered.every(Boolean) ? 0 : unhindered.some(Boolean) && !is('AV', 'P') ? 1 : 2
  const eq2 = is('AC', 'L') && is('AT', 'N') ? 0 : 1
  const high = [is('VC', 'H'), is('VI', 'H'), is('VA', 'H')]
  const eq3 = high[0] && high[1] ? 0 : high.some(Boolean) ? 1 : 2
  const eq4 = is('SI', 'S') || is('SA', 'S') ? 0 : ['SC', 'SI', 'SA'].some((name) => is(name, 'H')) ? 1 : 2
  const eq5 = ['A', 'P', 'U'].indexOf(value('E'))
  const eq6 = ['CR', 'IR', 'AR'].some((name, index) => is(name, 'H') && high[index]) ? 0 : 1
  return [eq1, eq2, eq3, eq4, eq5, eq6]
}

/** Distance of the vector from the most severe one of its level, from 0 to below 1. */
function distance(
  { metrics, levels }: EquivalenceClass,
  level: string,
  value: (name: string) => string,
): number {
  const { depth, worst } = ownProperty(levels, level) ?? { depth: 1, worst: [] }
  for (const candidate of worst) {
    const steps = metrics.map((name, index) => {
      const order = ownProperty(SEVERITY_ORDER, name) ?? ''
      return order.indexOf(value(name)) - order.indexOf(candidate[index] ?? '')
    })
    if (steps.every((step) => step >= 0)) return steps.reduce((sum, step) => sum + step, 0) / depth
  }
  return 0
}
