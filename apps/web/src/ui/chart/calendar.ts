import { dayMs } from '@assay/engine/time.ts'

/** Calendar arithmetic in the viewer's time zone, for time axes. */

const lengthMs = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 } as const
const lengthDays = { day: 1, week: 7 } as const
const lengthMonths = { month: 1, quarter: 3, year: 12 } as const

export type CalendarUnit = keyof typeof lengthMs | keyof typeof lengthDays | keyof typeof lengthMonths

const isIn = <T extends object>(table: T, unit: PropertyKey): unit is keyof T => Object.hasOwn(table, unit)

/** Adds units; a month after the 31st is at most the last day of that month. */
export function addUnits(epochMs: number, amount: number, unit: CalendarUnit): number {
  if (isIn(lengthMs, unit)) return epochMs + amount * lengthMs[unit]
  const moment = new Date(epochMs)
  if (isIn(lengthDays, unit)) return moment.setDate(moment.getDate() + amount * lengthDays[unit])
  const day = moment.getDate()
  moment.setDate(1)
  moment.setMonth(moment.getMonth() + amount * lengthMonths[unit])
  const lastDay = new Date(moment.getFullYear(), moment.getMonth() + 1, 0).getDate()
  return moment.setDate(Math.min(day, lastDay))
}

/** Whole units between two times, toward zero. */
export function unitsBetween(later: number, earlier: number, unit: CalendarUnit): number {
  if (isIn(lengthMs, unit)) return Math.trunc((later - earlier) / lengthMs[unit]) + 0
  if (isIn(lengthDays, unit)) return Math.trunc(wallMs(later, earlier) / (dayMs * lengthDays[unit])) + 0
  const [from, to] = [new Date(earlier), new Date(later)]
  const years = to.getFullYear() - from.getFullYear()
  let months = years * 12 + to.getMonth() - from.getMonth()
  // The last month may be incomplete.
  if (months > 0 && addUnits(earlier, months, 'month') > later) months -= 1
  if (months < 0 && addUnits(earlier, months, 'month') < later) months += 1
  return Math.trunc(months / lengthMonths[unit]) + 0
}

/** Difference in local time: a day with a clock change also has 24 hours. */
const wallMs = (later: number, earlier: number) =>
  later -
  earlier -
  (new Date(later).getTimezoneOffset() - new Date(earlier).getTimezoneOffset()) * lengthMs.minute

/** The start of the unit. `weekday` is the first day of the week; 0 is Sunday. */
export function startOfUnit(epochMs: number, unit: CalendarUnit, weekday = 0): number {
  const moment = new Date(epochMs)
  // Time zones differ by quarters of an hour, so hours are rounded in local time.
  if (unit === 'hour') return moment.setMinutes(0, 0, 0)
  if (isIn(lengthMs, unit)) return Math.floor(epochMs / lengthMs[unit]) * lengthMs[unit]
  moment.setHours(0, 0, 0, 0)
  if (unit === 'day') return moment.getTime()
  if (unit === 'week') return moment.setDate(moment.getDate() - ((moment.getDay() - weekday + 7) % 7))
  return moment.setMonth(moment.getMonth() - (moment.getMonth() % lengthMonths[unit]), 1)
}
