import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUnits, type CalendarUnit, startOfUnit, unitsBetween } from './calendar.ts'

// A time zone with daylight saving: on 2026-03-29 from 02:00 to 03:00, on 2026-10-25 from 03:00 to 02:00.
const zone = process.env.TZ
beforeAll(() => void (process.env.TZ = 'Europe/Berlin'))
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const at = (text: string) => new Date(text).getTime()
const shown = (epochMs: number) => {
  const minutes = -new Date(epochMs).getTimezoneOffset()
  return new Date(epochMs + minutes * 60_000).toISOString().slice(0, 23)
}

describe('Adding', () => {
  test.each<[string, number, CalendarUnit, string]>([
    ['2026-05-20T12:34:56.789', 11, 'millisecond', '2026-05-20T12:34:56.800'],
    ['2026-05-20T12:34:56.789', 4, 'second', '2026-05-20T12:35:00.789'],
    ['2026-05-20T12:34', 30, 'minute', '2026-05-20T13:04:00.000'],
    ['2026-03-29T01:30', 1, 'hour', '2026-03-29T03:30:00.000'],
    ['2026-03-28T12:00', 1, 'day', '2026-03-29T12:00:00.000'],
    ['2026-10-24T00:00', 2, 'day', '2026-10-26T00:00:00.000'],
    ['2026-03-25T00:00', 1, 'week', '2026-04-01T00:00:00.000'],
    ['2026-01-31T08:00', 1, 'month', '2026-02-28T08:00:00.000'],
    ['2024-01-31T08:00', 1, 'month', '2024-02-29T08:00:00.000'],
    ['2026-01-15T00:00', -1, 'month', '2025-12-15T00:00:00.000'],
    ['2026-11-30T00:00', 1, 'quarter', '2027-02-28T00:00:00.000'],
    ['2024-02-29T00:00', 1, 'year', '2025-02-28T00:00:00.000'],
  ])('%s and %i %s is %s', (...[from, amount, unit, to]) => {
    expect(shown(addUnits(at(from), amount, unit))).toBe(to)
  })
})

describe('The whole units between', () => {
  test.each<[string, string, CalendarUnit, number]>([
    ['2026-05-20T12:00:01.500', '2026-05-20T12:00', 'second', 1],
    ['2026-05-20T12:00', '2026-05-20T12:00:01.500', 'second', -1],
    ['2026-05-20T13:59', '2026-05-20T12:00', 'hour', 1],
    ['2026-03-30T00:00', '2026-03-29T00:00', 'day', 1],
    ['2026-10-26T00:00', '2026-10-25T00:00', 'day', 1],
    ['2026-10-25T23:59', '2026-10-25T00:00', 'day', 0],
    ['2026-04-04T23:00', '2026-03-22T00:00', 'week', 1],
    ['2026-05-19T00:00', '2026-04-20T00:00', 'month', 0],
    ['2026-05-20T00:00', '2026-04-20T00:00', 'month', 1],
    ['2026-04-20T00:00', '2026-05-20T00:00', 'month', -1],
    ['2026-04-20T00:00', '2026-05-19T00:00', 'month', 0],
    ['2027-02-28T00:00', '2026-05-01T00:00', 'quarter', 3],
    ['2026-05-19T00:00', '2024-05-20T00:00', 'year', 1],
  ])('%s and %s are %s: %i', (...[later, earlier, unit, count]) => {
    expect(unitsBetween(at(later), at(earlier), unit)).toBe(count)
  })
})

describe('The start', () => {
  test.each<[CalendarUnit, string]>([
    ['millisecond', '2026-05-20T12:34:56.789'],
    ['second', '2026-05-20T12:34:56.000'],
    ['minute', '2026-05-20T12:34:00.000'],
    ['hour', '2026-05-20T12:00:00.000'],
    ['day', '2026-05-20T00:00:00.000'],
    ['week', '2026-05-17T00:00:00.000'],
    ['month', '2026-05-01T00:00:00.000'],
    ['quarter', '2026-04-01T00:00:00.000'],
    ['year', '2026-01-01T00:00:00.000'],
  ])('of the %s is %s', (unit, start) => {
    expect(shown(startOfUnit(at('2026-05-20T12:34:56.789'), unit))).toBe(start)
  })

  test.each([
    ['2026-05-20T12:00', 1, '2026-05-18T00:00:00.000'],
    ['2026-05-18T00:00', 1, '2026-05-18T00:00:00.000'],
    ['2026-05-17T23:59', 1, '2026-05-11T00:00:00.000'],
    ['2026-05-20T12:00', 7, '2026-05-17T00:00:00.000'],
  ])('of the week of %s, if weeks begin on day %i, is %s', (moment, weekday, start) => {
    expect(shown(startOfUnit(at(moment), 'week', weekday))).toBe(start)
  })
})
