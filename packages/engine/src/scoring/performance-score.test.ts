import { expect, test } from 'vitest'
import { performanceScore } from './performance-score.ts'

const point = (securityScore: number, vulnerabilityCount: number) => ({ securityScore, vulnerabilityCount })
const only = point(40, 7)

test.for([
  { name: 'no scan', first: null, last: null, expected: 0 },
  { name: 'one scan', first: only, last: only, expected: 0 },
  { name: 'equal scores and counts', first: point(40, 7), last: point(40, 7), expected: 0 },
  { name: 'equal scores, two fixed', first: point(40, 7), last: point(40, 5), expected: 2 },
  { name: 'one point better, equal counts', first: point(40, 7), last: point(41, 7), expected: 1000 },
  { name: 'equal scores, three new', first: point(40, 7), last: point(40, 10), expected: -3 },
  { name: 'better score, fewer findings', first: point(40, 7), last: point(50, 5), expected: 10_002 },
  { name: 'better score, more findings', first: point(40, 7), last: point(50, 9), expected: 9_998 },
  { name: 'worse score, fewer findings', first: point(50, 9), last: point(40, 7), expected: -9_998 },
])('$name: $expected', ({ first, last, expected }) => {
  expect(performanceScore(first, last)).toBe(expected)
})
