import { expect, test } from 'vitest'
import { nextDue, periodOf } from './period-of.ts'

test.each([
  // A Monday before and after the hour, a Sunday, the last day of a year.
  ['week', '2026-11-23T04:59:00Z', '2026-11-23T05:00:00.000Z', '2026-11-16', '2026-11-22'],
  ['week', '2026-11-23T05:00:00Z', '2026-11-30T05:00:00.000Z', '2026-11-23', '2026-11-29'],
  ['week', '2026-11-22T12:00:00Z', '2026-11-23T05:00:00.000Z', '2026-11-16', '2026-11-22'],
  ['month', '2026-12-31T23:59:00Z', '2027-01-01T05:00:00.000Z', '2026-12-01', '2026-12-31'],
  ['month', '2027-03-01T05:00:00Z', '2027-04-01T05:00:00.000Z', '2027-03-01', '2027-03-31'],
  ['month', '2028-02-10T00:00:00Z', '2028-03-01T05:00:00.000Z', '2028-02-01', '2028-02-29'],
] as const)('a report of every %s after %s is due on %s', (...example) => {
  const [every, now, due, startDate, endDate] = example
  const next = nextDue(every, new Date(now))
  expect(next.toISOString()).toBe(due)
  expect(periodOf(every, next)).toEqual({ startDate, endDate })
})
