import { dayMs, isoDay } from '../time.ts'
import type { ListId, ListState } from '../vocabulary.ts'
import { freshnessOf } from './freshness.ts'

export const listNames: Readonly<Record<ListId, string>> = {
  kev: 'CISA KEV',
  'eu-kev': 'EU KEV',
  epss: 'EPSS',
  'end-of-life': 'endoflife.date',
}

/** How old a list is. Times in epoch ms. */
export interface ListAge {
  id: ListId
  /** When it was complete: its download, or the time of the file; null if it was never loaded. */
  completeAt: number | null
}

/** State of a list at a time, by the age that advisory data may have. */
export function listStateOf(completeAt: number | null, when: { at: number; maxAgeMs: number }): ListState {
  const freshness = freshnessOf(completeAt, when)
  return freshness === 'starter' ? 'missing' : freshness
}

/** Whole days that a list is old. */
export const listDays = (completeAt: number, at: number): number =>
  Math.max(0, Math.floor((at - completeAt) / dayMs))

/** 'CISA KEV was never loaded', 'EPSS is as of 2026-11-12, 16 days old'; null if it is current. */
export function describeListAge(
  { id, completeAt }: ListAge,
  when: { at: number; maxAgeMs: number },
): string | null {
  if (completeAt === null) return `${listNames[id]} was never loaded`
  if (listStateOf(completeAt, when) === 'current') return null
  const days = listDays(completeAt, when.at)
  const day = isoDay(completeAt)
  return `${listNames[id]} is as of ${day}, ${days} ${days === 1 ? 'day' : 'days'} old`
}
