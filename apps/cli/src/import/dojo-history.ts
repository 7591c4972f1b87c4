import { isoDay } from '@assay/engine/time.ts'
import { type DojoBranch, type DojoPackageFinding, timeOf } from './read-dojo.ts'

/** What a branch had at a time, and what was mitigated since the time before. */
export interface DojoStep {
  /** Epoch ms; null if it is not known when the last report came. */
  at: number | null
  present: DojoPackageFinding[]
  mitigated: DojoPackageFinding[]
}

/** Epoch ms. */
interface Dated {
  of: DojoPackageFinding
  since: number
  /** null if it is open. */
  until: number | null
}

/** Each is a scan, so old ones are left out. */
const maxSteps = 100

/**
 * The steps from which findings get the days on which they began and were mitigated: one for each day on which some were
 * mitigated, one for each on which one of these began, and the last report.
 */
export function stepsOf({ at, findings, mitigated }: DojoBranch): DojoStep[] {
  const ends = endOfDays(mitigated)
  const ended = mitigated.map((of) => ({
    of,
    since: timeOf(of.finding.date)!,
    until: ends.get(isoDay(timeOf(of.finding.mitigated)!))!,
  }))
  if (at === null && ended.length === 0) return [{ at, present: findings, mitigated: [] }]
  const times = ended.flatMap(({ since, until }) => [since, until])
  const last = Math.max(at ?? 0, ...times)
  // Those without a day are in the last report.
  const open = findings.map((of) => ({
    of,
    since: Math.min(timeOf(of.finding.date) ?? last, last),
    until: null,
  }))
  return [...new Set([...times, last])]
    .toSorted((one, other) => one - other)
    .slice(-maxSteps)
    .map((time) => stepAt([...open, ...ended], time))
    .filter((step) => step.present.length + step.mitigated.length > 0)
}

/** Reports close their findings one after the other: those of a day count as one. */
function endOfDays(mitigated: readonly DojoPackageFinding[]): ReadonlyMap<string, number> {
  const times = mitigated.map(({ finding }) => timeOf(finding.mitigated)!)
  return new Map([...Map.groupBy(times, isoDay)].map(([day, all]) => [day, Math.max(...all)]))
}

const stepAt = (all: readonly Dated[], at: number): DojoStep => ({
  at,
  present: all
    .filter(({ since, until }) => since <= at && (until === null || until > at))
    .map(({ of }) => of),
  mitigated: all.filter(({ until }) => until === at).map(({ of }) => of),
})
