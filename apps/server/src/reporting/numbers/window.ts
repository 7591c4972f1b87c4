import { dayMs, isoDay } from '@assay/engine/time.ts'
import { messages } from '@assay/contract/problem.ts'
import { Problem } from '#platform/http/problem.ts'

/** Whole UTC days, inclusive. */
export interface Window {
  startDate: string
  endDate: string
  /** From the first time (inclusive) to the second (exclusive). */
  from: Date
  before: Date
}

export interface WindowRequest {
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Defaults to the month that ends today. Throws Problem 400 if reversed or longer than the limit in days. */
export function resolveWindow(request: WindowRequest, limitDays: number, now: Date): Window {
  const end = startOf(request.endDate ?? isoDay(now))
  const start = request.startDate === undefined ? defaultStart(end, limitDays) : startOf(request.startDate)
  if (start > end) throw new Problem(400, 'dateFilterError', 'the start date is after the end date')
  const before = new Date(end.getTime() + dayMs)
  if (before.getTime() - start.getTime() > limitDays * dayMs) {
    throw new Problem(400, 'dateFilterError', messages.windowTooLarge)
  }
  return { startDate: isoDay(start), endDate: isoDay(end), from: start, before }
}

/** The whole days from one moment to the one before another. */
export function windowOf({ from, before }: Pick<Window, 'from' | 'before'>): Window {
  const [startDate, endDate] = [isoDay(from), isoDay(new Date(before.getTime() - 1))]
  return {
    startDate,
    endDate,
    from: startOf(startDate),
    before: new Date(startOf(endDate).getTime() + dayMs),
  }
}

/** As many days, of which today is the last. */
export const lastDays = (days: number, now: Date): Window =>
  windowOf({ from: new Date(now.getTime() - (days - 1) * dayMs), before: new Date(now.getTime() + 1) })

const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`)

/** The same day of the previous month or its last day, within the limit. */
function defaultStart(end: Date, limitDays: number): Date {
  const start = new Date(end)
  start.setUTCMonth(end.getUTCMonth() - 1)
  // February has no 30th: the date has overflowed into March.
  if (start.getUTCDate() !== end.getUTCDate()) start.setUTCDate(0)
  return new Date(Math.max(start.getTime(), end.getTime() - (limitDays - 1) * dayMs))
}
