import { addressedKinds, endKinds, severities } from '@assay/engine/vocabulary.ts'
import { flowCauses } from './flow-causes.ts'
import type { FlowRow } from './flow-store.ts'
import { KeyedSums } from './keyed-sums.ts'
import type { TrendSums, TrendWindow } from './store.ts'

const dayMs = 86_400_000

/** Most findings are fixed within this time, and most open ones are not older. */
const usualDays = 4096

const isEnd = flowCauses.map((cause) => (endKinds as readonly string[]).includes(cause))
const isFix = flowCauses.map((cause) => (addressedKinds as readonly string[]).includes(cause))

/** The sums of readTrend, computed over rows in memory. */
export function sumFlow(rows: readonly FlowRow[], { from, before }: TrendWindow): TrendSums {
  const [first, end] = [dayOf(from), dayOf(before)]
  // None if the window is in the future.
  const days = Math.max(0, end - first)
  const firstWeek = mondayOf(first)
  const weekOf = Int32Array.from({ length: days }, (_, at) => (mondayOf(first + at) - firstWeek) / 7)
  const growth = new KeyedSums({ from: 0, size: (days + 1) * 16 })
  const weeks = new KeyedSums({ from: 0, size: (Math.ceil(days / 7) + 1) * 16 })
  const fixes = new KeyedSums({ from: 0, size: usualDays * 32 })
  for (const { flow } of rows)
    for (let at = 0; at < flow.length; at += 4) {
      const day = flow[at]!
      const kind = flow[at + 1]!
      const findings = flow[at + 3]!
      const cause = kind & 15
      if (day >= first) {
        growth.add((Math.min(day, end) - first) * 16 + (kind >> 4), isEnd[cause] ? -findings : findings)
        if (day < end && cause !== rerated) weeks.add(weekOf[day - first]! * 16 + cause, findings)
      }
      if (isFix[cause] && day < end)
        fixes.add(((flow[at + 2]! + 1) * 16 + (kind >> 4)) * 2 + Number(day < first), findings)
    }
  return {
    growth: growth.list().map(([key, findings]) => ({
      day: first + (key >> 4) === end ? null : textOf(first + (key >> 4)),
      severity: severities[key & 15]!,
      findings,
    })),
    weeks: weeks.list().map(([key, findings]) => ({
      week: textOf(firstWeek + 7 * (key >> 4)),
      cause: flowCauses[key & 15]!,
      findings,
    })),
    fixes: fixes.list().map(([key, findings]) => ({
      isBefore: key % 2 === 1,
      severity: severities[(key >> 1) & 15]!,
      days: key >> 5 === 0 ? null : (key >> 5) - 1,
      findings,
    })),
    ages: agesOf(rows, end),
  }
}

function agesOf(rows: readonly FlowRow[], end: number): TrendSums['ages'] {
  const sums = new KeyedSums({ from: (end - usualDays) * 16, size: usualDays * 16 })
  for (const { ages } of rows)
    for (let at = 0; at < ages.length; at += 3) sums.add(ages[at + 1]! * 16 + ages[at]!, ages[at + 2]!)
  return sums.list().map(([key, findings]) => ({
    severity: severities[key & 15]!,
    since: textOf(key >> 4),
    findings,
  }))
}

const rerated = flowCauses.indexOf('rerated')

const dayOf = (moment: Date) => Math.floor(moment.getTime() / dayMs)

/** January 1, 1970 was a Thursday. */
const mondayOf = (day: number) => day - ((((day + 3) % 7) + 7) % 7)

const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
