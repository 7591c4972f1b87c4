import { dayMs } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { timeAxis } from './time-axis.ts'

const black = { ink: '', soft: '', line: '', raised: '', accent: '', warm: '', cool: '' }

test.each([
  [1, 'minute'],
  [2, 'day'],
  [299, 'day'],
  [300, 'month'],
])('an axis of %i days has at most one tick per %s', (days, unit) =>
  expect(timeAxis(days * dayMs, black).time.minUnit).toBe(unit),
)

test('an axis of days has no ticks between days', () =>
  expect(timeAxis(dayMs, black, 'day').time.minUnit).toBe('day'))
