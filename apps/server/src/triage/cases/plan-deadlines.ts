import type { CaseFacts, CaseSettings } from '@assay/contract/cases.ts'
import { type Deadline, deadlinesOf, dueAt, type ExposureFacts } from '@assay/engine/cases/regimes.ts'
import { type ClockStart, exposureFacts, ownRegime } from '@assay/engine/vocabulary.ts'
import type { PlannedDeadline } from './deadline-store.ts'

type Clocks = Readonly<Record<ClockStart, Date | null>>

interface Planned {
  facts: CaseFacts
  clocks: Clocks
}

/** The deadlines of a new case. */
export const planDeadlines = ({ regimes, own }: CaseSettings, of: Planned): PlannedDeadline[] => {
  const ofRegimes = regimes.flatMap((regime) => deadlinesOf[regime](valuesOf(of.facts)))
  const ofAccount = own.map(({ name, starts, hours }): Deadline => ({
    regime: ownRegime,
    step: name,
    starts,
    hours,
  }))
  return [...ofRegimes, ...ofAccount].map((each) => withDate(each, of.clocks))
}

/** The deadlines of a case whose facts or clocks changed. What its regimes ask for may follow from the facts. */
export function planAgain(before: readonly Deadline[], { facts, clocks }: Planned): PlannedDeadline[] {
  const regimes = [...new Set(before.map(({ regime }) => regime))]
  const again = regimes.flatMap((regime) =>
    regime === ownRegime
      ? before.filter((each) => each.regime === ownRegime)
      : deadlinesOf[regime](valuesOf(facts)),
  )
  return again.map((each) => withDate(each, clocks))
}

const valuesOf = (facts: CaseFacts): ExposureFacts =>
  Object.fromEntries(exposureFacts.map((name) => [name, facts[name].value])) as unknown as ExposureFacts

function withDate({ regime, step, starts, hours }: Deadline, clocks: Clocks): PlannedDeadline {
  const due = dueAt(
    { starts, hours },
    { aware: clocks.aware?.getTime() ?? null, measure: clocks.measure?.getTime() ?? null },
  )
  return { regime, step, starts, hours, dueAt: due === null ? null : new Date(due) }
}
