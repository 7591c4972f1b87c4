import { _adapters } from 'chart.js'
import { expect, test } from 'vitest'
import { registerDateAdapter } from './date-adapter.ts'

registerDateAdapter()
const adapter = new _adapters._date()
const at = (text: string) => new Date(text).getTime()

test('accepts only times', () => {
  expect(adapter.parse(5)).toBe(5)
  expect([adapter.parse('2026-05-20'), adapter.parse(null), adapter.parse(undefined)]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  ['hour', '2026-05-20T12:59:59.999'],
  ['day', '2026-05-20T23:59:59.999'],
  ['month', '2026-05-31T23:59:59.999'],
  ['year', '2026-12-31T23:59:59.999'],
] as const)('ends the %s with its last millisecond', (unit, end) => {
  expect(adapter.endOf(at('2026-05-20T12:34'), unit)).toBe(at(end))
})

test('starts an ISO week on the requested day, otherwise on Monday', () => {
  expect(adapter.startOf(at('2026-05-20T12:34'), 'isoWeek', 3)).toBe(at('2026-05-20T00:00'))
  expect(adapter.startOf(at('2026-05-20T12:34'), 'isoWeek', true)).toBe(at('2026-05-18T00:00'))
})

test('has a format for every unit', () => {
  for (const unit of ['millisecond', 'hour', 'day', 'month', 'year', 'datetime'] as const)
    expect(adapter.format(at('2026-05-20T12:34'), adapter.formats()[unit])).toContain('2026')
})
