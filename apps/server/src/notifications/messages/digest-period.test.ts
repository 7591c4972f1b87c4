import { expect, test } from 'vitest'
import { digestPeriod } from './word-message.ts'

const period = (cadence: 'daily' | 'weekly', time: string, { timeZone = 'UTC', locale = 'en-GB' } = {}) =>
  digestPeriod({ cadence, timeZone }, Date.parse(time), locale)

test('a daily digest is named by its day in the time zone of the rule', () => {
  expect(period('daily', '2026-11-24T08:00:00Z')).toBe('24 November')
  expect(period('daily', '2026-11-23T23:00:00Z', { timeZone: 'Asia/Tokyo' })).toBe('24 November')
})

test('a weekly digest is named by the seven days before', () => {
  expect(period('weekly', '2026-11-23T08:00:00Z')).toBe('16 – 22 November')
  expect(period('weekly', '2026-11-02T08:00:00Z')).toBe('26 October – 1 November')
})

test('days are formatted for the language of the reader', () => {
  expect(period('daily', '2026-11-24T08:00:00Z', { locale: 'de' })).toBe('24. November')
  expect(period('weekly', '2026-11-02T08:00:00Z', { locale: 'de' })).toBe('26. Oktober – 1. November')
})
