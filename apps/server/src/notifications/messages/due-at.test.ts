import { describe, expect, test } from 'vitest'
import { dueAt } from './due-at.ts'

const at = (text: string) => Date.parse(text)
const due = (timing: Partial<Parameters<typeof dueAt>[0]>, firstAt: string, now = firstAt) =>
  new Date(
    dueAt(
      { cadence: 'immediate', quietHours: null, timeZone: 'UTC', ...timing },
      { firstAt: at(firstAt), now: at(now) },
    ),
  ).toISOString()

describe('an immediate notification', () => {
  test('is delayed until no more events arrive, at most a quarter of an hour', () => {
    expect(due({}, '2026-03-04T10:00:00Z')).toBe('2026-03-04T10:00:45.000Z')
    expect(due({}, '2026-03-04T10:00:00Z', '2026-03-04T10:10:00Z')).toBe('2026-03-04T10:10:45.000Z')
    expect(due({}, '2026-03-04T10:00:00Z', '2026-03-04T10:14:50Z')).toBe('2026-03-04T10:15:00.000Z')
  })

  test('waits for the end of quiet hours, also across midnight and time zones', () => {
    const night = { from: '22:00', to: '07:00' }
    expect(due({ quietHours: night }, '2026-03-04T23:30:00Z')).toBe('2026-03-05T07:00:00.000Z')
    expect(due({ quietHours: night }, '2026-03-04T12:00:00Z')).toBe('2026-03-04T12:00:45.000Z')
    const tokyo = { quietHours: night, timeZone: 'Asia/Tokyo' }
    expect(due(tokyo, '2026-03-04T14:00:00Z')).toBe('2026-03-04T22:00:00.000Z')
    expect(due({ quietHours: { from: '12:00', to: '13:00' } }, '2026-03-04T12:30:00Z')).toBe(
      '2026-03-04T13:00:00.000Z',
    )
  })
})

describe('a digest', () => {
  test('is sent at eight in the time zone of the rule', () => {
    expect(due({ cadence: 'daily' }, '2026-03-04T07:00:00Z')).toBe('2026-03-04T08:00:00.000Z')
    expect(due({ cadence: 'daily' }, '2026-03-04T09:30:00Z')).toBe('2026-03-05T08:00:00.000Z')
    expect(due({ cadence: 'daily', timeZone: 'Asia/Tokyo' }, '2026-03-04T12:00:00Z')).toBe(
      '2026-03-04T23:00:00.000Z',
    )
  })

  test('of a week is sent on Monday', () => {
    expect(due({ cadence: 'weekly' }, '2026-03-04T09:30:00Z')).toBe('2026-03-09T08:00:00.000Z')
    expect(due({ cadence: 'weekly' }, '2026-03-09T07:30:00Z')).toBe('2026-03-09T08:00:00.000Z')
    expect(due({ cadence: 'weekly' }, '2026-03-09T08:00:00Z')).toBe('2026-03-16T08:00:00.000Z')
  })
})

// https://www.iana.org/time-zones: clocks change on 29 March and 25 October, in New York on 8 March and 1 November.
describe('when clocks change', () => {
  const berlin = { timeZone: 'Europe/Berlin' }
  const newYork = { timeZone: 'America/New_York' }
  const cairo = { timeZone: 'Africa/Cairo' }

  test.each([
    { cadence: 'daily', ...berlin, from: '2026-03-28T12:00:00Z', sent: '2026-03-29T06:00:00.000Z' },
    { cadence: 'daily', ...berlin, from: '2026-10-24T12:00:00Z', sent: '2026-10-25T07:00:00.000Z' },
    { cadence: 'weekly', ...berlin, from: '2026-03-25T12:00:00Z', sent: '2026-03-30T06:00:00.000Z' },
    { cadence: 'weekly', ...berlin, from: '2026-10-21T12:00:00Z', sent: '2026-10-26T07:00:00.000Z' },
    { cadence: 'daily', ...newYork, from: '2026-03-07T18:00:00Z', sent: '2026-03-08T12:00:00.000Z' },
    { cadence: 'daily', ...newYork, from: '2026-10-31T18:00:00Z', sent: '2026-11-01T13:00:00.000Z' },
  ] as const)('a $cadence digest is still sent at eight: $timeZone, $from', ({ from, sent, ...timing }) => {
    expect(due(timing, from)).toBe(sent)
  })

  test.each([
    { ...berlin, to: '07:00', from: '2026-03-28T22:00:00Z', sent: '2026-03-29T05:00:00.000Z' },
    { ...berlin, to: '07:00', from: '2026-10-24T21:00:00Z', sent: '2026-10-25T06:00:00.000Z' },
    { ...newYork, to: '07:00', from: '2026-03-08T04:00:00Z', sent: '2026-03-08T11:00:00.000Z' },
    // Half past two does not exist, so they end an hour later.
    { ...berlin, to: '02:30', from: '2026-03-28T22:00:00Z', sent: '2026-03-29T01:30:00.000Z' },
    { ...newYork, to: '02:30', from: '2026-03-08T04:00:00Z', sent: '2026-03-08T07:30:00.000Z' },
    // Half past two occurs twice.
    { ...berlin, to: '02:30', from: '2026-10-24T21:00:00Z', sent: '2026-10-25T00:30:00.000Z' },
    // Midnight is skipped.
    { ...cairo, to: '00:00', from: '2026-04-23T20:30:00Z', sent: '2026-04-23T22:00:00.000Z' },
  ])('quiet hours end by the clock: $timeZone, $to, $from', ({ to, from, sent, ...zone }) => {
    expect(due({ quietHours: { from: '22:00', to }, ...zone }, from)).toBe(sent)
  })

  test('half hours are half hours', () => {
    const lordHowe = { timeZone: 'Australia/Lord_Howe', cadence: 'daily' as const }
    expect(due(lordHowe, '2026-04-04T12:00:00Z')).toBe('2026-04-04T21:30:00.000Z')
  })
})
