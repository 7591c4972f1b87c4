import { dayMs } from '../time.ts'
import {
  type ClockStart,
  type ExposureFact,
  exposureFacts,
  type ownRegime,
  type Regime,
} from '../vocabulary.ts'

// What is due, and when, once a vulnerability in use becomes known exploited. Rules are data: add a regime to a table.

export interface Deadline {
  regime: Regime | typeof ownRegime
  /** Unique within the regime. */
  step: string
  starts: ClockStart
  /** Calendar hours after the start; null if there is no date, such as "with the next upgrade". */
  hours: number | null
}

export const craSteps = ['early-warning', 'notification', 'final-report'] as const
export type CraStep = (typeof craSteps)[number]

/** Regulation (EU) 2024/2847, Article 14(2), https://eur-lex.europa.eu/eli/reg/2024/2847/oj. */
const cra: readonly Deadline[] = [
  { regime: 'cra', step: 'early-warning', starts: 'aware', hours: 24 },
  { regime: 'cra', step: 'notification', starts: 'aware', hours: 72 },
  { regime: 'cra', step: 'final-report', starts: 'measure', hours: 14 * 24 },
]

export type ExposureFacts = Readonly<Record<ExposureFact, boolean>>

export interface Remediation {
  /** null: with the next scheduled major upgrade or rebuild. */
  days: number | null
  /** Whether signs of an intrusion are to be looked for, too. */
  needsForensics: boolean
}

const upgrade: Remediation = { days: null, needsForensics: false }
const within = (days: number): Remediation => ({ days, needsForensics: false })
const withForensics: Remediation = { days: 3, needsForensics: true }

/**
 * CISA BOD 26-04, table 1.0.0, https://www.cisa.gov/directives. Keys are the facts that hold, in the order of
 * `exposureFacts`: Listed, Exposed, Automatable, total impact (T).
 */
const bodTable = new Map<string, Remediation>(
  Object.entries({
    '': upgrade,
    L: within(14),
    E: within(60),
    A: within(60),
    T: upgrade,
    LE: within(14),
    LA: within(14),
    EA: within(14),
    LT: within(14),
    ET: within(14),
    AT: within(60),
    LEA: within(3),
    LET: withForensics,
    LAT: withForensics,
    EAT: within(3),
    LEAT: withForensics,
  }),
)

/** How soon a vulnerability is to be remediated by BOD 26-04. */
export function remediationOf(facts: ExposureFacts): Remediation {
  const key = ['L', 'E', 'A', 'T'].filter((_, at) => facts[exposureFacts[at]!]).join('')
  return bodTable.get(key)!
}

/** The deadlines of a regime for a vulnerability with these facts. */
export const deadlinesOf: Readonly<Record<Regime, (facts: ExposureFacts) => readonly Deadline[]>> = {
  cra: () => cra,
  'bod-26-04': (facts) => {
    const { days, needsForensics } = remediationOf(facts)
    const remediate: Deadline = {
      regime: 'bod-26-04',
      step: 'remediation',
      starts: 'aware',
      hours: days === null ? null : days * 24,
    }
    return needsForensics ? [remediate, { ...remediate, step: 'forensics' }] : [remediate]
  },
}

/** Epoch ms; null as long as the clock has not started, or without a date. */
export function dueAt(
  { starts, hours }: Pick<Deadline, 'starts' | 'hours'>,
  clocks: Readonly<Record<ClockStart, number | null>>,
): number | null {
  const start = clocks[starts]
  return start === null || hours === null ? null : start + (hours * dayMs) / 24
}
