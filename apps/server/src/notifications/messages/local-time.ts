import { dayMs } from '@assay/engine/time.ts'

/**
 * Wall-clock time in a time zone, as the epoch ms at which UTC shows it: UTC methods of Date read it, and a day has 24
 * hours regardless of clock changes.
 */
export function localTime(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const [year, month, day, hour, minute, second] = units.map((unit) => parts.get(unit) ?? 0)
  return Date.UTC(year!, month! - 1, day, hour, minute, second) + (at % 1000)
}

const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/**
 * When clocks of a time zone show a local time. As Temporal's 'compatible' does, the first time if they show it twice,
 * and as much later as they skip if they never show it.
 */
export function instantOf(local: number, timeZone: string): number {
  const offsets = [-dayMs, dayMs].map((ms) => localTime(local + ms, timeZone) - (local + ms))
  const candidates = offsets.map((offset) => local - offset)
  return candidates.find((at) => localTime(at, timeZone) === local) ?? candidates[0]!
}
