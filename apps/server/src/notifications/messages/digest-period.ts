import { dayMs } from '@assay/engine/time.ts'
import type { Digest } from './compose-message.ts'

/** '24 November' for a daily digest, '16 – 22 November', the seven days before, for a weekly one. */
export function digestPeriod({ cadence, timeZone }: Digest, at: number, locale: string): string {
  const days = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long' })
  return cadence === 'daily'
    ? days.format(at)
    : days.formatRange(at - 7 * dayMs, at - dayMs).replaceAll('\u2009', ' ')
}
