import type { SecurityScoring } from '../vocabulary.ts'

/** 100 minus penalties, rounded half up to whole points, at least 0. */
export const toScore = (penalty: number): number => Math.max(0, Math.round(100 - penalty))

/** Points per doubling, and the penalty that costs the first of them. docs/decisions/031-graded-score.md */
const pointsPerDoubling = 10
const firstDoubling = 10

/** 0 is reached at 1,023 times the first doubling: with 409 critical findings. */
const toGrade = (penalty: number): number =>
  toScore(pointsPerDoubling * Math.log2(1 + penalty / firstDoubling))

/** The security score from the sum of the penalties of all counted findings, in points. */
export const toSecurityScore = (penalty: number, scoring: SecurityScoring): number =>
  scoring === 'graded' ? toGrade(penalty) : toScore(penalty)

/** Scores from 0 to 100 that others are compared with: the number of branches with each, by score. */
type ScoreCounts = readonly number[]

/**
 * The share of others with a lower score, in whole percent rounded down; one with that score is not counted, since it is
 * the own one. null if there are no others.
 */
export function percentileOf(counts: ScoreCounts, score: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  const others = all - Math.min(1, counts[score] ?? 0)
  if (others === 0) return null
  const lower = counts.slice(0, score).reduce((sum, count) => sum + count, 0)
  return Math.floor((100 * lower) / others)
}
