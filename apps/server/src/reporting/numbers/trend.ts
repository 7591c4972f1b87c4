import { addressedKinds, endKinds, severities } from '@assay/engine/vocabulary.ts'
import { flowCauses } from '#scanning/scans/flow-causes.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { chooseBranches, foundBranches } from './choose-branches.ts'
import { dayOf, mondayOf } from './days.ts'
import { type Days, eachFlow, type Flow } from './flow.ts'
import { KeyedSums } from './keyed-sums.ts'
import type { Question } from './metrics.ts'
import { type DueRequest, overdueCounter } from './overdue.ts'
import { type ComparableSums, Comparison, type FirstScans } from './comparison.ts'
import { ageSize } from './point.ts'
import type { ProjectSelection } from './selection.ts'
import { Standing, type StandingSums } from './standing.ts'

export interface TrendWindow {
  from: Date
  before: Date
  /** Start of the preceding window of the same length. */
  previousFrom: Date
}

export interface TrendRequest extends DueRequest {
  selection: ProjectSelection
  window: TrendWindow
}

/** Sums over the selected branches, with days counted from January 1, 1970. */
export interface TrendSums {
  /** Change in open findings per day; day null: after the window, until now. */
  growth: { day: number | null; severity: string; findings: number }[]
  /** week: its Monday. */
  weeks: { week: number; cause: string; findings: number }[]
  fixes: { isBefore: boolean; severity: string; days: number | null; findings: number }[]
  /** Currently open findings. */
  ages: { severity: string; since: number; findings: number }[]
  /** Today; of severities with a due date. */
  overdue: { severity: string; findings: number }[]
  /** Of the branches that had been scanned before the window: other changes compare with nothing. */
  comparable: ComparableSums
  /** Branches by the day of their first scan. */
  firstScans: FirstScans
  /** At the end of the window. */
  standing: StandingSums
}

/** Most findings are fixed within this time, and most open ones are not older. */
const usualDays = 1024

const isEnd = flowCauses.map((cause) => (endKinds as readonly string[]).includes(cause))
const isFix = flowCauses.map((cause) => (addressedKinds as readonly string[]).includes(cause))
const rerated = flowCauses.indexOf('rerated')

export function trendOf(
  { numbers, scope, search }: Question,
  { selection, window: { from, before, previousFrom }, ...due }: TrendRequest,
): TrendSums {
  const { directory } = numbers
  const chosen = chooseBranches(numbers, { scope, selection, search })
  const sums = new FlowSums({ first: dayOf(from), end: dayOf(before) })
  const comparison = new Comparison(numbers, { from, before })
  const standing = new Standing(numbers, before)
  const overdueOf = overdueCounter(numbers, due)
  const days = { first: dayOf(previousFrom), end: Infinity }
  const add = (flow: Flow) => {
    sums.add(flow)
    comparison.addFlow(flow)
  }
  for (const branch of foundBranches(directory, chosen)) {
    comparison.addBranch(branch)
    standing.addBranch(branch)
    eachFlow(numbers, { branch, days }, add)
    sums.addAges(numbers, branch)
    sums.addOverdue(overdueOf(branch))
  }
  return { ...sums.list(), ...comparison.list(), standing: standing.list() }
}

class FlowSums {
  readonly #days: Days
  readonly #firstWeek: number
  /** By day of the window: its week, counted from the first one. */
  readonly #weekOf: Int32Array
  readonly #growth: KeyedSums
  readonly #weeks: KeyedSums
  readonly #fixes = new KeyedSums({ from: 0, size: usualDays * 32 })
  readonly #ages: KeyedSums
  readonly #overdue: (number | null)[] = severities.map(() => null)

  constructor({ first, end }: Days) {
    // None if the window is in the future.
    const count = Math.max(0, end - first)
    const firstWeek = mondayOf(first)
    this.#days = { first, end }
    this.#firstWeek = firstWeek
    this.#weekOf = Int32Array.from({ length: count }, (_, at) => (mondayOf(first + at) - firstWeek) / 7)
    this.#growth = new KeyedSums({ from: 0, size: (count + 1) * 16 })
    this.#weeks = new KeyedSums({ from: 0, size: (Math.ceil(count / 7) + 1) * 16 })
    this.#ages = new KeyedSums({ from: (end - usualDays) * 16, size: usualDays * 16 })
  }

  add({ day, severity, cause, daysToFix, findings }: Flow): void {
    const { first, end } = this.#days
    if (day >= first) {
      const key = (Math.min(day, end) - first) * 16 + severity
      this.#growth.add(key, isEnd[cause] ? -findings : findings)
      if (day < end && cause !== rerated) this.#weeks.add(this.#weekOf[day - first]! * 16 + cause, findings)
    }
    if (isFix[cause] && day < end)
      this.#fixes.add(((daysToFix + 1) * 16 + severity) * 2 + Number(day < first), findings)
  }

  addAges({ ages }: AccountNumbers, branch: number): void {
    const { data } = ages
    ages.eachItem(branch, ageSize, (at) => this.#ages.add(data[at + 1]! * 16 + data[at]!, data[at + 2]!))
  }

  addOverdue(ofBranch: readonly (number | null)[]): void {
    ofBranch.forEach((findings, severity) => {
      if (findings !== null) this.#overdue[severity] = (this.#overdue[severity] ?? 0) + findings
    })
  }

  list(): Omit<TrendSums, 'comparable' | 'firstScans' | 'standing'> {
    const { first, end } = this.#days
    return {
      growth: this.#growth.list().map(([key, findings]) => ({
        day: first + (key >> 4) === end ? null : first + (key >> 4),
        severity: severities[key & 15]!,
        findings,
      })),
      weeks: this.#weeks.list().map(([key, findings]) => ({
        week: this.#firstWeek + 7 * (key >> 4),
        cause: flowCauses[key & 15]!,
        findings,
      })),
      fixes: this.#fixes.list().map(([key, findings]) => ({
        isBefore: key % 2 === 1,
        severity: severities[(key >> 1) & 15]!,
        days: key >> 5 === 0 ? null : (key >> 5) - 1,
        findings,
      })),
      ages: this.#ages.list().map(([key, findings]) => ({
        severity: severities[key & 15]!,
        since: key >> 4,
        findings,
      })),
      overdue: severities.flatMap((severity, at) => {
        const findings = this.#overdue[at] ?? null
        return findings === null ? [] : [{ severity, findings }]
      }),
    }
  }
}
