import { expect, test } from 'vitest'
import { scoreCvss, severityOf } from './cvss.ts'
import { MACROVECTOR_TENTHS } from './cvss/v4-scores.ts'

/** Vectors with their scores: the examples published by FIRST, then edge cases of our own. */
const CASES = `
(AV:N/AC:L/Au:N/C:N/I:N/A:C)                                         7.8   CVE-2002-0392
AV:N/AC:L/Au:N/C:C/I:C/A:C                                           10    CVE-2003-0818
AV:L/AC:H/Au:N/C:C/I:C/A:C                                           6.2   CVE-2003-0062
CVSS2#AV:N/AC:L/Au:N/C:P/I:P/A:P/E:POC/RL:OF/RC:C                    7.5   temporal metrics do not count
AV:N/AC:L/Au:N/C:N/I:N/A:N                                           0     no impact
CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N                         6.4   CVE-2013-0375
CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N                         6.1   CVE-2013-1937
CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N                         3.1   CVE-2014-3566
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H                         9.9   CVE-2012-1516
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N                         7.5   CVE-2014-0160
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H                         9.8   CVE-2014-6271
CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H                         6.8   CVE-2009-0783 turned physical
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H                         10    capped at 10
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N                         0     no impact
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O/RC:U           9.8   temporal metrics do not count
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H      10    the worst of all
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N      9.3
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:L/VA:N/SC:N/SI:L/SA:N      6.9
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:L/VI:L/VA:N/SC:N/SI:N/SA:N      5.1
CVSS:4.0/AV:N/AC:L/AT:P/PR:H/UI:A/VC:N/VI:N/VA:H/SC:L/SI:N/SA:L      5.6
CVSS:4.0/AV:N/AC:H/AT:P/PR:H/UI:A/VC:L/VI:H/VA:N/SC:N/SI:N/SA:N      5.7   5.65 is rounded up, not to what floats make of it
CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N      0     no impact
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:U  9.1   threat metrics count in 4.0
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S 10   safety
`

test.each(
  CASES.trim()
    .split('\n')
    .map((line) => line.split(/ +/) as [string, string]),
)('%s scores %s', (vector, score) => {
  expect(scoreCvss(vector)?.score).toBe(Number(score))
})

test.each([
  '',
  'CVSS:3.1',
  'CVSS:3.1/',
  'HIGH',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X',
  'CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/constructor:N',
  'CVSS:3.1/AV:N:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:5.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:S/SI:H/SA:H',
  `CVSS:3.1/${'AV:N/'.repeat(100_000)}`,
])('rejects %.80s', (vector) => {
  expect(scoreCvss(vector)).toBeNull()
})

test('reads the version of the vector', () => {
  expect(scoreCvss(' CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H ')).toEqual({
    score: 9.8,
    vector: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    version: '3.0',
  })
  expect(scoreCvss('AV:N/AC:L/Au:N/C:P/I:P/A:P')?.version).toBe('2.0')
})

test('the MacroVector table is complete, and a less severe class never scores higher', () => {
  expect(MACROVECTOR_TENTHS.size).toBe(270)
  for (const [macroVector, tenths] of MACROVECTOR_TENTHS) {
    for (const [at, level] of macroVector.split('').entries()) {
      const below = macroVector
        .split('')
        .with(at, `${Number(level) + 1}`)
        .join('')
      expect(MACROVECTOR_TENTHS.get(below) ?? 0, `${below} below ${macroVector}`).toBeLessThanOrEqual(tenths)
    }
  }
})

test.each([
  [0, 'none'],
  [0.1, 'low'],
  [3.9, 'low'],
  [4, 'medium'],
  [6.9, 'medium'],
  [7, 'high'],
  [8.9, 'high'],
  [9, 'critical'],
  [10, 'critical'],
] as const)('rates a score of %d as %s', (score, severity) => {
  expect(severityOf({ score, version: '3.1' })).toBe(severity)
})

test('never rates CVSS 2.0 as critical', () => {
  expect([10, 7, 4, 0].map((score) => severityOf({ score, version: '2.0' }))).toEqual([
    'high',
    'high',
    'medium',
    'low',
  ])
})
