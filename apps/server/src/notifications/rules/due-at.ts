import type { RuleSettings } from './rule-settings.ts'

type Timing = Pick<RuleSettings, 'cadence' | 'quietHours' | 'timeZone'>

const minuteMs = 60_000
const dayMinutes = 1440
/** Debounce time, so that a flood of events becomes one message. */
const settleMs = 45_000
const maxHoldMs = 15 * minuteMs
/** When digests are sent. */
const digestMinute = 8 * 60

/** When a rule sends its pending items. firstAt is when the first one was added. Epoch ms. */
export function dueAt(timing: Timing, { firstAt, now }: { firstAt: number; now: number }): number {
  const wanted =
    timing.cadence === 'immediate'
      ? Math.min(now + settleMs, firstAt + maxHoldMs)
      : nextDigest(timing, firstAt)
  return endOfQuiet(timing, Math.max(wanted, now))
}

function nextDigest({ cadence, timeZone }: Timing, from: number): number {
  const local = localTime(from, timeZone)
  const minutes = (digestMinute - local.minute + dayMinutes) % dayMinutes || dayMinutes
  const daily = from + minutes * minuteMs
  if (cadence === 'daily') return daily
  const { weekday } = localTime(daily, timeZone)
  const daysToMonday = (8 - weekday) % 7
  return daily + daysToMonday * dayMinutes * minuteMs
}

/** The time itself, or the end of the quiet hours it falls into. */
function endOfQuiet({ quietHours, timeZone }: Timing, at: number): number {
  if (!quietHours) return at
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)]
  const { minute } = localTime(at, timeZone)
  // '22:00' to '07:00' spans midnight.
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? at + ((to - minute + dayMinutes) % dayMinutes) * minuteMs : at
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** weekday: 1 is Monday. If daylight saving changes before then, the result is off by one hour. */
function localTime(at: number, timeZone: string): { minute: number; weekday: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
    weekday: weekdays.indexOf(parts.get('weekday') ?? '') + 1,
  }
}
