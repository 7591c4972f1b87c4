import type { Remediation, Scan } from '@assay/contract/metrics.ts'
import { expect, test } from 'vitest'
import { deltaOf, fixedAt, newestFirst, scanPoints } from './scans-model.ts'

const scan = (timestamp: number, vulnerabilityCount = 0, securityScore = 50): Scan => ({
  reportUUID: `scan ${timestamp}`,
  timestamp,
  vulnerabilityCount,
  securityScore,
  measured: { security: true, stability: true, licensing: true },
  coverage: { listed: 5, checked: 5, blocking: 0, coversLess: false },
  mitigationCount: 0,
  vulnerabilityDelta: 0,
  libyears: null,
})

test('newestFirst sorts by time without changing its input', () => {
  const scans = [scan(2), scan(3), scan(1)]
  expect(newestFirst(scans).map(({ timestamp }) => timestamp)).toEqual([3, 2, 1])
  expect(scans[0]!.timestamp).toBe(2)
})

test.each([
  [[], 1],
  [[scan(1, 0)], 1],
  [[scan(1, 4), scan(2, 7)], 8],
])('the axis of %o goes up to %d', (scans, top) => expect(scanPoints(scans).countTop).toBe(top))

test('scanPoints starts with the oldest', () => {
  const { vulnerabilities, scores } = scanPoints([scan(2, 3, 70), scan(1, 5, 60)])
  expect(vulnerabilities).toEqual([
    { x: 1, y: 5 },
    { x: 2, y: 3 },
  ])
  expect(scores).toEqual([
    { x: 1, y: 60 },
    { x: 2, y: 70 },
  ])
})

test.each([
  [3, { direction: 'increase', size: 3 }],
  [-2, { direction: 'decrease', size: 2 }],
  [0, { direction: 'unchanged', size: 0 }],
])('a change of %d is shown as %o', (vulnerabilityDelta, delta) =>
  expect(deltaOf({ vulnerabilityDelta })).toEqual(delta),
)

test('fixedAt finds findings that ended at the time of the scan', () => {
  const fixed = (fixedWhen: number) => ({ id: `fixed ${fixedWhen}`, fixedWhen }) as Remediation
  const remediations = { vulnerabilities: [fixed(1), fixed(2), fixed(2)] }
  expect(fixedAt({ remediations }, { timestamp: 2 })).toHaveLength(2)
  expect(fixedAt({ remediations }, { timestamp: 3 })).toEqual([])
})
