import { describe, expect, it } from 'vitest'
import { Problem } from '#platform/http/problem.ts'
import { resolveWindow } from './window.ts'

const now = new Date('2024-03-31T23:59:59.999Z')
const resolved = (request: { startDate?: string; endDate?: string }, limit = 366) => {
  const { startDate, endDate } = resolveWindow(request, limit, now)
  return [startDate, endDate]
}

describe('resolveWindow', () => {
  it.each([
    ['nothing: the month that ends today', {}, ['2024-02-29', '2024-03-31']],
    ['an end: the month before it', { endDate: '2024-01-15' }, ['2023-12-15', '2024-01-15']],
    ['a start: until today', { startDate: '2024-03-30' }, ['2024-03-30', '2024-03-31']],
    ['one day', { startDate: '2024-03-30', endDate: '2024-03-30' }, ['2024-03-30', '2024-03-30']],
  ])('takes %s', (_, request, expected) => {
    expect(resolved(request)).toEqual(expected)
  })

  it('includes both days', () => {
    const { from, before } = resolveWindow({ startDate: '2024-03-01', endDate: '2024-03-02' }, 366, now)
    expect([from.toISOString(), before.toISOString()]).toEqual([
      '2024-03-01T00:00:00.000Z',
      '2024-03-03T00:00:00.000Z',
    ])
  })

  it('counts both days towards the limit', () => {
    expect(resolved({ startDate: '2024-03-01', endDate: '2024-03-07' }, 7)).toEqual([
      '2024-03-01',
      '2024-03-07',
    ])
    expect(() => resolved({ startDate: '2024-03-01', endDate: '2024-03-08' }, 7)).toThrow(
      new Problem(400, 'dateFilterError', 'requested time window is too large'),
    )
  })

  it('limits the default window', () => {
    expect(resolved({}, 7)).toEqual(['2024-03-25', '2024-03-31'])
  })

  it('rejects a start after the end', () => {
    expect(() => resolved({ startDate: '2024-03-02', endDate: '2024-03-01' })).toThrow(
      new Problem(400, 'dateFilterError', 'the start date is after the end date'),
    )
  })
})
