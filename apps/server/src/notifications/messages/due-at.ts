import { dayMs, minuteMs } from '@assay/engine/time.ts'
import type { RuleContent } from '@assay/contract/notification-rules.ts'
import { instantOf, localTime } from './local-time.ts'

type Timing = Pick<RuleContent, 'cadence' | 'quietHours' | 'timeZone'>

/** Debounce time, so that a flood of events becomes one message. */
const settleMs = 45_000
const maxHoldMs = 15 * minuteMs
/** Local time of day at which digests are sent. */
const digestMs = 8 * 60 * minuteMs

/** When a rule sends its pending items. firstAt is when the first one was added. Epoch ms. */
export function dueAt(timing: Timing, { firstAt, now }: { firstAt: number; now: number }): number {
  const earliest =
    timing.cadence === 'immediate'
      ? Math.min(now + settleMs, firstAt + maxHoldMs)
      : nextDigest(timing, firstAt)
  return endOfQuiet(timing, Math.max(earliest, now))
}

function nextDigest({ cadence, timeZone }: Timing, from: number): number {
  const daily = nextTimeOfDay(localTime(from, timeZone), digestMs)
  const daysToMonday = (8 - new Date(daily).getUTCDay()) % 7
  return instantOf(cadence === 'daily' ? daily : daily + daysToMonday * dayMs, timeZone)
}

/** The time itself, or the end of the quiet hours it falls into. Epoch ms. */
export function endOfQuiet({ quietHours, timeZone }: Omit<Timing, 'cadence'>, at: number): number {
  if (!quietHours) return at
  const [from, to] = [timeOfDay(quietHours.from), timeOfDay(quietHours.to)]
  const local = localTime(at, timeZone)
  const time = local % dayMs
  // '22:00' to '07:00' spans midnight.
  const isQuiet = from <= to ? time >= from && time < to : time >= from || time < to
  return isQuiet ? instantOf(nextTimeOfDay(local, to), timeZone) : at
}

/** The next local time with this time of day. */
function nextTimeOfDay(local: number, timeMs: number): number {
  const today = local - (local % dayMs) + timeMs
  return today > local ? today : today + dayMs
}

/** '22:30' in ms since midnight. */
const timeOfDay = (text: string) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * minuteMs
