import type { AccountNumbers } from './account-numbers.ts'
import { flowSize } from './point.ts'

/** Days since 1970: the first day, and the day after the last one. */
export interface Days {
  first: number
  end: number
}

/** Findings that a scan opened or ended. */
export interface Flow {
  day: number
  /** As positions. */
  severity: number
  cause: number
  /** -1 if unknown or not fixed. */
  daysToFix: number
  findings: number
}

/** Calls back with the flow of a branch on these days, in one object that is used again. */
export function eachFlow(
  { flow: { data, starts, lengths } }: AccountNumbers,
  { branch, days }: { branch: number; days: Days },
  onFlow: (flow: Flow) => void,
): void {
  const start = starts[branch] ?? 0
  const end = start + (lengths[branch] ?? 0)
  const flow: Flow = { day: 0, severity: 0, cause: 0, daysToFix: 0, findings: 0 }
  for (let at = firstFrom(data, { start, end }, days.first); at < end; at += flowSize) {
    flow.day = data[at]!
    if (flow.day >= days.end) return
    flow.severity = data[at + 1]! >> 4
    flow.cause = data[at + 1]! & 15
    flow.daysToFix = data[at + 2]!
    flow.findings = data[at + 3]!
    onFlow(flow)
  }
}

/** Where the entries of a day or later begin; they are in the order of scans. */
function firstFrom(data: Int32Array, { start, end }: { start: number; end: number }, day: number): number {
  let [low, high] = [0, (end - start) / flowSize]
  while (low < high) {
    const middle = (low + high) >> 1
    if (data[start + middle * flowSize]! < day) low = middle + 1
    else high = middle
  }
  return start + low * flowSize
}
