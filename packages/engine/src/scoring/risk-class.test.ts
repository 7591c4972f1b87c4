import { expect, test } from 'vitest'
import { riskClass } from './risk-class.ts'

test.for([
  [0, 'high'],
  [30, 'high'],
  [31, 'moderate'],
  [60, 'moderate'],
  [61, 'low-moderate'],
  [95, 'low-moderate'],
  [96, 'low'],
  [100, 'low'],
] as const)('a score of %d is %s risk', ([score, expected]) => {
  expect(riskClass(score)).toBe(expected)
})
