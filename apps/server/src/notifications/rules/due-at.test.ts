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
    expect(due({ quietHours: night }, '2026-03-04T23:30:00Z')).toBe('2026-03-05T07:00:45.000Z')
    expect(due({ quietHours: night }, '2026-03-04T12:00:00Z')).toBe('2026-03-04T12:00:45.000Z')
    const tokyo = { quietHours: night, timeZone: 'Asia/Tokyo' }
    expect(due(tokyo, '2026-03-04T14:00:00Z')).toBe('2026-03-04T22:00:45.000Z')
    expect(due({ quietHours: { from: '12:00', to: '13:00' } }, '2026-03-04T12:30:00Z')).toBe(
      '2026-03-04T13:00:45.000Z',
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
