import { describe, expect, test } from 'vitest'
import { isDrawable, type Usage, usageChart, yStep } from './usage-model.ts'

const usage: Usage = {
  projectsUsage: {
    sortedDates: ['2026-05-01', '2026-05-02', '2026-05-04'],
    dates: {
      '2026-05-01': { totalProjects: 1, totalScans: 2 },
      '2026-05-04': { totalProjects: 3, totalScans: 7 },
    },
  },
  exclusionUsage: { sortedDates: ['2026-05-03'], dates: { '2026-05-03': { totalExclusions: 4 } } },
}

describe('usageChart', () => {
  test('shows scans and projects, and repeats the previous day for missing days', () => {
    expect(usageChart(usage, 'coverage')).toEqual({
      dates: ['2026-05-01', '2026-05-02', '2026-05-04'],
      series: [
        { key: 'analyses', values: [2, 2, 7] },
        { key: 'projects', values: [1, 1, 3] },
      ],
    })
  })
  test('shows exclusions by their own dates', () => {
    expect(usageChart(usage, 'exclusions')).toEqual({
      dates: ['2026-05-03'],
      series: [{ key: 'exclusions', values: [4] }],
    })
  })
})

test.each([
  [[], false],
  [['2026-05-01'], false],
  [['2026-05-01', '2026-05-01'], false],
  [['2026-05-01', '2026-05-02'], true],
])('%o can be charted: %s', (dates, drawn) => expect(isDrawable({ dates, series: [] })).toBe(drawn))

test.each([
  [[], 25],
  [[0], 25],
  [[25], 25],
  [[500], 25],
  [[501], 25],
  [[25_000, 3], 25],
  [[25_001], 50],
])('values up to %o have a tick every %d', (values, step) => expect(yStep(values)).toBe(step))
