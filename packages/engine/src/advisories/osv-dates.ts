import { textOf } from './osv-json.ts'

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?)?$/i

/** Dates outside this range mean 'unknown' in feeds: '0001-01-01', '1970-01-01', '9999-12-31'. */
const EARLIEST_MS = Date.UTC(1980, 0)
const LATEST_MS = Date.UTC(2200, 0)

/** Epoch ms of an RFC 3339 date, UTC by default; null if absent or implausible. */
export function readDate(value: unknown): number | null {
  const [, day, time = '00:00:00', fraction = '0', zone = 'Z'] = DATE.exec(textOf(value)) ?? []
  if (day === undefined) return null
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Date.parse reads February 30 as March 2.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3)
  const ms = Date.parse(`${day}T${time}.${milliseconds}${offset}`)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : null
}
