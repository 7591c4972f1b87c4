import { dayMs } from '@assay/engine/time.ts'
import { language } from './language.ts'

/** Numbers and dates in the language of the texts, with the viewer's region and time zone. */
export const locale: string =
  globalThis.navigator?.languages?.find((each) => each.split('-')[0] === language) ?? language

const number = new Intl.NumberFormat(locale)
const forms = new Intl.PluralRules(language)
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })
const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat(locale, { style: 'percent' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

export const formatNumber = (value: number): string => number.format(value)

/** '1 scan', '1,000 scans': with the CLDR plural form of the number. */
export const plural = (count: number, one: string, other = `${one}s`): string =>
  `${formatNumber(count)} ${forms.select(count) === 'one' ? one : other}`

/** 3 as '+3', 0 as '0'. */
export const formatChange = (value: number): string => signed.format(value)

/** Date, hours and minutes. */
export const formatDateTime = (epochMs: number): string => `${date.format(epochMs)} ${time.format(epochMs)}`

/** A range of calendar days, 'YYYY-MM-DD' each; in UTC, independent of the viewer's time zone. */
export const formatDays = (from: string, to: string): string =>
  day.formatRange(Date.parse(from), Date.parse(to))

/** The day without the time. */
export const formatDate = (epochMs: number): string => date.format(epochMs)

/** Length from which an axis has ticks by month. */
export const monthsFromMs = 300 * dayMs

/** A tick of a time axis of this length: the time, day or month. */
export function formatTick(epochMs: number, spanMs: number): string {
  if (spanMs < 2 * dayMs) return time.format(epochMs)
  return (spanMs < monthsFromMs ? dayOfYear : month).format(epochMs)
}

/** 0.25 as '25%'. */
export const formatShare = (share: number): string => percent.format(share)

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** '3 days ago', in the largest unit that fits. */
export function formatAgo(epochMs: number, now = Date.now()): string {
  for (const [unit, size] of units) {
    const count = (epochMs - now) / size
    // What was set to 30 days ends in 30 days a minute later, not in 29.
    if (Math.abs(count) >= 1) return relative.format(count > 0 ? Math.round(count) : Math.trunc(count), unit)
  }
  return relative.format(0, 'minute')
}

export const isFuture = (epochMs: number, now = Date.now()): boolean => epochMs > now

const chance = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 })

/** 0.00043 as '0.043%'. */
export const formatChance = (share: number): string => chance.format(share)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** 1,234,567 as '1.2 MB'. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = byteUnits[power]!
  const style = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: power > 0 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(locale, style).format(bytes / 1000 ** power)
}
