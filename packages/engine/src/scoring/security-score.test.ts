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

const counts = (scores: Partial<Record<number, number>>) =>
  Array.from({ length: 101 }, (_, at) => scores[at] ?? 0)

test.each([
  { name: 'alone', scores: { 43: 1 }, percentile: null },
  { name: 'the lowest', scores: { 43: 1, 90: 3 }, percentile: 0 },
  { name: 'the highest', scores: { 20: 3, 43: 1 }, percentile: 100 },
  { name: 'equal ones are not lower', scores: { 20: 1, 43: 2 }, percentile: 50 },
  { name: 'not among them', scores: { 20: 1, 60: 2 }, percentile: 33 },
])('the percentile of 43: $name', ({ scores, percentile }) =>
  expect(percentileOf(counts(scores), 43)).toBe(percentile),
)
