import type { Trend } from '@assay/contract/trends.ts'
import { expect, test } from 'vitest'
import { weekParts } from '../../../widgets/findings/cause-model.ts'
import { averageScore, countOfPart, highestBars, isPast, oldFindings, stateOf } from './trend-model.ts'

const opened = { total: 0, firstScan: 0, dependency: 0, advisory: 0, exclusionLifted: 0, coverageRestored: 0 }
const closed = {
  total: 0,
  upgraded: 0,
  removed: 0,
  withdrawn: 0,
  advisoryChanged: 0,
  excluded: 0,
  coverageLost: 0,
}
const week = {
  startDate: '2024-03-04',
  endDate: '2024-03-10',
  opened: { ...opened, total: 7, firstScan: 1, dependency: 2, advisory: 3, exclusionLifted: 1 },
  closed: { ...closed, total: 5, upgraded: 2, removed: 1, excluded: 2 },
}
const trend = (openByDay: number[]): Trend => ({
  startDate: '2024-03-04',
  endDate: '2024-03-05',
  sortedDates: openByDay.map((_, index) => `2024-03-0${index + 4}`),
  open: openByDay.at(-1) ?? 0,
  change: 0,
  comparable: { projects: 0, change: 0, scoreChange: null },
  firstScansByDay: openByDay.map(() => 0),
  severities: [
    {
      severity: 'HIGH',
      open: openByDay.at(-1) ?? 0,
      change: 0,
      comparableChange: 0,
      openByDay,
      fixed: 0,
      medianDaysToFix: null,
      targetDays: null,
      overdue: null,
    },
  ],
  opened,
  closed,
  weeks: [],
  daysToFix: { median: null, previousMedian: null },
  overdue: null,
  age: { medianDays: null, groups: [] },
})

test('fixes are distinguished from exclusions, and dependency changes from first scans and new advisories', () => {
  expect(Object.fromEntries(weekParts.map((part) => [part.key, countOfPart(week, part)]))).toEqual({
    first: 1,
    changed: 2,
    learned: 4,
    fixed: 3,
    otherwise: 2,
  })
  expect(highestBars([week])).toEqual({ opened: 7, closed: 5 })
  expect(highestBars([])).toEqual({ opened: 0, closed: 0 })
})

test('a line requires two days with open findings on at least one of them', () => {
  expect(stateOf(trend([0, 0]))).toBe('none')
  expect(stateOf(trend([2]))).toBe('short')
  expect(stateOf(trend([2, 0]))).toBe('drawn')
})

test('a window that ended before today is past', () => {
  const today = new Date('2024-03-05')
  expect(isPast({ endDate: '2024-03-04' }, today)).toBe(true)
  expect(isPast({ endDate: '2024-03-05' }, today)).toBe(false)
})

test('findings are old from 90 days', () => {
  const groups = [
    { fromDays: 30, open: 5 },
    { fromDays: 90, open: 2 },
    { fromDays: 365, open: 1 },
  ]
  expect(oldFindings({ medianDays: 40, groups })).toEqual({ fromDays: 90, open: 3 })
})

test('the average score covers the matching projects', () => {
  const all = { securityScore: 60, deltaSecurityScore: 4, rows: 3, measuredRows: 2 }
  expect(averageScore(all)).toEqual({ score: 60, change: 4, rows: 3, measuredRows: 2 })
  const none = { securityScore: null, deltaSecurityScore: null, rows: 1, measuredRows: 0 }
  const found = averageScore({ ...all, filteredOverview: { ...none } as never })
  expect(found).toEqual({ score: null, change: null, rows: 1, measuredRows: 0 })
})
