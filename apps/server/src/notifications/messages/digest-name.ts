import type { RuleContent } from '@assay/contract/notification-rules.ts'

type Timing = Pick<RuleContent, 'cadence' | 'timeZone'>

const dayMs = 86_400_000

/** 'Daily digest, 24 November', or 'Weekly digest, 16 – 22 November' for the seven days before; null for immediate messages. */
export function digestName({ cadence, timeZone }: Timing, at: number): string | null {
  if (cadence === 'immediate') return null
  const days = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' })
  return cadence === 'daily'
    ? `Daily digest, ${days.format(at)}`
    : `Weekly digest, ${days.formatRange(at - 7 * dayMs, at - dayMs).replaceAll('\u2009', ' ')}`
}
