import { describe, expect, test } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatChance,
  formatDateTime,
  formatDays,
  formatShare,
  formatTick,
} from './format.ts'
import { formatLibyears } from './libyears.ts'

const now = Date.UTC(2026, 4, 20, 12)
const minute = 60_000
const day = 1440 * minute

test.each([
  [now, 'this minute'],
  [now - 59_000, 'this minute'],
  [now - 5 * minute, '5 minutes ago'],
  [now - 60 * minute, '1 hour ago'],
  [now - day, 'yesterday'],
  [now - 29 * day, '29 days ago'],
  [now - 400 * day, 'last year'],
  [now + 3 * day, 'in 3 days'],
  [now + 30 * day - minute, 'in 30 days'],
])('%d is %s', (epochMs, shown) => expect(formatAgo(epochMs, now)).toBe(shown))

test('a time has hours and minutes but no seconds', () => {
  expect(formatDateTime(Date.UTC(2026, 4, 20, 12, 34, 56))).toMatch(/2026 \d\d:34( [AP]M)?$/)
})

describe('formatDays', () => {
  test('shows UTC days in every time zone', () => {
    expect(formatDays('2026-10-21', '2026-11-01')).toMatch(/^Oct 21\s–\sNov 1, 2026$/)
  })
  test('shows a single day once', () => expect(formatDays('2026-10-21', '2026-10-21')).toBe('Oct 21, 2026'))
})

test.each([
  [0, '0%'],
  [0.254, '25%'],
  [1, '100%'],
])('%d is %s', (share, shown) => expect(formatShare(share)).toBe(shown))

test.each([
  [0.5 * day, /^12:00( PM)?$/],
  [30 * day, /^May 20$/],
  [400 * day, /^May 2026$/],
])('on an axis of %d ms, a tick is labeled %s', (span, shown) => {
  const noon = new Date(2026, 4, 20, 12).getTime()
  expect(formatTick(noon, span)).toMatch(shown)
})

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [1_234_567, '1.2 MB'],
  [5e12, '5,000 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test.each([
  [0.00043, '0.043%'],
  [0.5, '50%'],
  [0.97565, '98%'],
  [0, '0%'],
])('a probability of %d is %s', (share, text) => expect(formatChance(share)).toBe(text))

test('libyears have one decimal and thousands separators', () => {
  expect(formatLibyears(1204.46)).toBe('1,204.5')
  expect(formatLibyears(4)).toBe('4.0')
})
