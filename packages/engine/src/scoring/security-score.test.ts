import { expect, test } from 'vitest'
import { percentileOf, toSecurityScore } from './security-score.ts'

test.each([
  [0, 'graded', 100],
  [10, 'graded', 90],
  [65, 'graded', 71],
  [10_230, 'graded', 0],
  [65, 'cvss', 35],
  [65, 'severity', 35],
  [250, 'severity', 0],
] as const)('a penalty of %d by %s leaves %d', (penalty, scoring, score) =>
  expect(toSecurityScore(penalty, scoring)).toBe(score),
)

const counts = (scores: Record<number, number>) => Array.from({ length: 101 }, (_, at) => scores[at] ?? 0)

test.each([
  ['alone', { 43: 1 }, 43, null],
  ['the lowest', { 43: 1, 90: 3 }, 43, 0],
  ['the highest', { 43: 3, 90: 1 }, 90, 100],
  ['equal ones are not lower', { 20: 1, 43: 2 }, 43, 50],
  ['a score that is not among them', { 20: 1, 60: 2 }, 43, 33],
] as const)('the percentile of a score: %s', (_, scores, score, percentile) =>
  expect(percentileOf(counts(scores), score)).toBe(percentile),
)
