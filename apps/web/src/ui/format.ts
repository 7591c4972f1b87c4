/** Numbers and dates as the viewer's locale and time zone have them. */

const number = new Intl.NumberFormat()
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const percent = new Intl.NumberFormat(undefined, { style: 'percent' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export const formatNumber = (value: number): string => number.format(value)

/** The date, then hours and minutes, without seconds. */
export const formatDateTime = (epochMs: number): string => `${date.format(epochMs)} ${time.format(epochMs)}`

/** A range of calendar days, 'YYYY-MM-DD' each; they are days of UTC wherever the viewer is. */
export const formatDays = (from: string, to: string): string =>
  day.formatRange(Date.parse(from), Date.parse(to))

/** 0.25 as '25%'. */
export const formatShare = (share: number): string => percent.format(share)

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** '3 days ago', in the largest unit that fits. */
export function formatAgo(epochMs: number, now = Date.now()): string {
  for (const [unit, size] of units) {
    const count = Math.trunc((epochMs - now) / size)
    if (count !== 0) return relative.format(count, unit)
  }
  return relative.format(0, 'minute')
}
