import { expect, test } from 'vitest'
import { digestName } from './digest-name.ts'

const digest = (cadence: 'immediate' | 'daily' | 'weekly', time: string, timeZone = 'UTC') =>
  digestName({ cadence, timeZone }, Date.parse(time))

test('a daily digest is named by its day in the time zone of the rule', () => {
  expect(digest('daily', '2026-11-24T08:00:00Z')).toBe('Daily digest, 24 November')
  expect(digest('daily', '2026-11-23T23:00:00Z', 'Asia/Tokyo')).toBe('Daily digest, 24 November')
})

test('a weekly digest is named by the seven days before', () => {
  expect(digest('weekly', '2026-11-23T08:00:00Z')).toBe('Weekly digest, 16 – 22 November')
  expect(digest('weekly', '2026-11-02T08:00:00Z')).toBe('Weekly digest, 26 October – 1 November')
})

test('an immediate message is not a digest', () => {
  expect(digest('immediate', '2026-11-24T08:00:00Z')).toBeNull()
})
