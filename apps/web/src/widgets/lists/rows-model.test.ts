import { describe, expect, test } from 'vitest'
import { type Span, spanOf, topsOf } from './rows-model.ts'

const rowPx = 10
const keys = ['a', 'b', 'c', 'd']

describe('row offsets', () => {
  test('use the most common row height, also for rows not yet loaded', () => {
    expect([...topsOf(keys, { count: 6, rowPx, heights: new Map() })]).toEqual([0, 10, 20, 30, 40, 50, 60])
  })

  test('use measured heights by key', () => {
    const heights = new Map([
      ['b', 100],
      ['gone', 7],
    ])
    expect([...topsOf(keys, { count: 4, rowPx, heights })]).toEqual([0, 10, 110, 120, 130])
  })
})

describe('the visible rows', () => {
  const tops = topsOf(
    Array.from({ length: 100 }, (_each, index) => String(index)),
    { count: 100, rowPx, heights: new Map([['50', 500]]) },
  )

  test.each<[string, { from: number; to: number }, number, Span]>([
    ['at the top', { from: 0, to: 95 }, 0, { start: 0, end: 10 }],
    ['with some around them', { from: 200, to: 295 }, 3, { start: 17, end: 33 }],
    ['before the list begins', { from: -900, to: -400 }, 2, { start: 0, end: 3 }],
    ['in the middle of a high one', { from: 600, to: 700 }, 0, { start: 50, end: 51 }],
    ['at the end', { from: 1480, to: 2000 }, 2, { start: 97, end: 100 }],
    ['beyond the end', { from: 5000, to: 6000 }, 2, { start: 98, end: 100 }],
  ])('%s', (...[, view, around, span]) => {
    expect(spanOf(tops, view, around)).toEqual(span)
  })

  test('are none for an empty list', () => {
    const none = topsOf([], { count: 0, rowPx, heights: new Map() })
    expect(spanOf(none, { from: 0, to: 900 }, 8)).toEqual({ start: 0, end: 0 })
  })
})
