import { addressedKinds, endKinds, severities } from '@assay/engine/vocabulary.ts'
import { flowCauses } from './flow-causes.ts'
import type { FlowRow } from './flow-store.ts'
import type { TrendSums, TrendWindow } from './store.ts'

const dayMs = 86_400_000

const isEnd = flowCauses.map((cause) => (endKinds as readonly string[]).includes(cause))
const isFix = flowCauses.map((cause) => (addressedKinds as readonly string[]).includes(cause))

/** The sums of readTrend, computed over rows in memory. */
export function sumFlow(rows: readonly FlowRow[], { from, before }: TrendWindow): TrendSums {
  const [first, end] = [dayOf(from), dayOf(before)]
  const growth = new Map<number, number>()
  const weeks = new Map<number, number>()
  const fixes = new Map<number, number>()
  const add = (sums: Map<number, number>, key: number, by: number) => sums.set(key, (sums.get(key) ?? 0) + by)
  for (const { flow } of rows)
    for (let at = 0; at < flow.length; at += 4) {
      const [day, kind, findings] = [flow[at]!, flow[at + 1]!, flow[at + 3]!]
      const cause = kind % 16
      if (day >= first) {
        add(growth, Math.min(day, end) * 16 + (kind >> 4), isEnd[cause] ? -findings : findings)
        if (day < end && cause !== rerated) add(weeks, mondayOf(day) * 16 + cause, findings)
      }
      if (isFix[cause] && day < end)
        add(fixes, ((flow[at + 2]! + 1) * 16 + (kind >> 4)) * 2 + Number(day < first), findings)
    }
  return {
    growth: [...growth].map(([key, findings]) => ({
      day: key >> 4 === end ? null : textOf(key >> 4),
      severity: severities[key & 15]!,
      findings,
    })),
    weeks: [...weeks].map(([key, findings]) => ({
      week: textOf(key >> 4),
      cause: flowCauses[key & 15]!,
      findings,
    })),
    fixes: [...fixes].map(([key, findings]) => ({
      isBefore: key % 2 === 1,
      severity: severities[(key >> 1) & 15]!,
      days: key >> 5 === 0 ? null : (key >> 5) - 1,
      findings,
    })),
    ages: agesOf(rows),
  }
}

function agesOf(rows: readonly FlowRow[]): TrendSums['ages'] {
  const sums = new Map<number, number>()
  for (const { ages } of rows)
    for (let at = 0; at < ages.length; at += 3) {
      const key = ages[at + 1]! * 16 + ages[at]!
      sums.set(key, (sums.get(key) ?? 0) + ages[at + 2]!)
    }
  return [...sums].map(([key, findings]) => ({
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
