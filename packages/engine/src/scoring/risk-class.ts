import type { RiskClass } from '../vocabulary.ts'

const upTo: readonly [number, RiskClass][] = [
  [30, 'high'],
  [60, 'moderate'],
  [95, 'low-moderate'],
]

/** The risk class of a security score from 0 to 100: up to 30 high, up to 60 moderate, up to 95 low-moderate, above that low. */
export function riskClass(score: number): RiskClass {
  return upTo.find(([bound]) => score <= bound)?.[1] ?? 'low'
}
