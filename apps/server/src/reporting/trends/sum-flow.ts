import { addressedKinds, endKinds, severities } from '@assay/engine/vocabulary.ts'
import type { BranchGroup } from '#reporting/metrics/branch-groups.ts'
import { branchesOf } from '#reporting/metrics/choose-branches.ts'
import { dayOf, mondayOf } from '#reporting/metrics/days.ts'
import { flowCauses } from './flow-causes.ts'
import type { FlowRow } from './flow-store.ts'
import { KeyedSums } from './keyed-sums.ts'
import type { TrendSums, TrendWindow } from './store.ts'

/** Most findings are fixed within this time, and most open ones are not older. */
const usualDays = 1024

const isEnd = flowCauses.map((cause) => (endKinds as readonly string[]).includes(cause))
const isFix = flowCauses.map((cause) => (addressedKinds as readonly string[]).includes(cause))

/** The sums of readTrend, computed over rows in memory: once for each group, but for a search branch by branch. */
export function sumFlow(
  groups: readonly BranchGroup<FlowRow>[],
  search: string,
  { from, before }: TrendWindow,
): TrendSums {
  const days = { first: dayOf(from), end: dayOf(before) }
  const sums = new FlowSums(days)
  if (search !== '') for (const row of branchesOf(groups, search)) sums.addBranch(row)
  else
    for (const group of groups)
      // Adding the sums of a single branch takes as long as adding the branch.
      if (group.rows.size === 1) for (const row of group.rows) sums.addBranch(row)
      else sums.addAll(packedOf(group, days))
  return sums.list()
}

/** Days since 1970: first day, and the day after the last one. */
interface Days {
  first: number
  end: number
}

type Packed = Record<'growth' | 'weeks' | 'fixes' | 'ages', Int32Array>

const packedOf = (group: BranchGroup<FlowRow>, days: Days): Packed =>
  group.derive({ kind: 'flow', of: `${days.first} ${days.end}` }, (rows) => {
    const sums = new FlowSums(days)
    for (const row of rows) sums.addBranch(row)
    return sums.packed()
  })

class FlowSums {
  readonly #days: Days
  readonly #firstWeek: number
  /** By day of the window: its week, counted from the first one. */
  readonly #weekOf: Int32Array
  readonly #growth: KeyedSums
  readonly #weeks: KeyedSums
  readonly #fixes = new KeyedSums({ from: 0, size: usualDays * 32 })
  readonly #ages: KeyedSums

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

  addBranch({ flow, ages }: FlowRow): void {
    const { first, end } = this.#days
    for (let at = 0; at < flow.length; at += 4) {
      const day = flow[at]!
      const kind = flow[at + 1]!
      const findings = flow[at + 3]!
      const cause = kind & 15
      if (day >= first) {
        const key = (Math.min(day, end) - first) * 16 + (kind >> 4)
        this.#growth.add(key, isEnd[cause] ? -findings : findings)
        if (day < end && cause !== rerated) this.#weeks.add(this.#weekOf[day - first]! * 16 + cause, findings)
      }
      if (isFix[cause] && day < end)
        this.#fixes.add(((flow[at + 2]! + 1) * 16 + (kind >> 4)) * 2 + Number(day < first), findings)
    }
    for (let at = 0; at < ages.length; at += 3) this.#ages.add(ages[at + 1]! * 16 + ages[at]!, ages[at + 2]!)
  }

  addAll({ growth, weeks, fixes, ages }: Packed): void {
    this.#growth.addAll(growth)
    this.#weeks.addAll(weeks)
    this.#fixes.addAll(fixes)
    this.#ages.addAll(ages)
  }

  packed(): Packed {
    return {
      growth: this.#growth.packed(),
      weeks: this.#weeks.packed(),
      fixes: this.#fixes.packed(),
      ages: this.#ages.packed(),
    }
  }

  list(): TrendSums {
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
    }
  }
}

const rerated = flowCauses.indexOf('rerated')
