import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Interval } from './schedule-store.ts'

/** Hour of the day (UTC) at which reports of the period that ended the day before are due. */
const hour = 5

/** The next due time: a Monday, or the first of a month. */
export function nextDue(every: Interval, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const daysToMonday = (8 - now.getUTCDay()) % 7
  const due =
    every === 'month'
      ? new Date(Date.UTC(year, month, 1, hour))
      : new Date(Date.UTC(year, month, day + daysToMonday, hour))
  if (due > now) return due
  return every === 'month'
    ? new Date(Date.UTC(year, month + 1, 1, hour))
    : new Date(due.getTime() + 7 * dayMs)
}

/** The week or month that ended before the due time, with first and last day. */
export function periodOf(every: Interval, due: Date): { startDate: string; endDate: string } {
  const [year, month, day] = [due.getUTCFullYear(), due.getUTCMonth(), due.getUTCDate()]
  const start = every === 'month' ? Date.UTC(year, month - 1, 1) : Date.UTC(year, month, day - 7)
  return { startDate: isoDay(new Date(start)), endDate: isoDay(new Date(Date.UTC(year, month, day - 1))) }
}
