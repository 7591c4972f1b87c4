import type { Finding } from '@assay/contract/findings.ts'
import { expect, test } from 'vitest'
import { scoreParts } from './score-model.ts'

const release = (version: string) => ({ version, step: 'minor', isKnownRelease: true }) as const
const finding = (of: Partial<Finding> & { to?: string }): Finding =>
  ({
    severity: 'HIGH',
    cvss: 7.5,
    category: 'vulnerability',
    ecosystem: 'npm',
    package: 'lodash',
    exclusion: null,
    versions: [{ upgrade: of.to === undefined ? null : release(of.to), recommended: null }],
    ...of,
  }) as Finding

const findings = [
  finding({ severity: 'CRITICAL', cvss: 9.8, to: '4.17.21' }),
  finding({ to: '4.17.21' }),
  finding({ package: 'minimist', severity: 'MEDIUM', cvss: 5.6 }),
  finding({ package: 'evil', severity: 'NA', cvss: null, category: 'malware' }),
  finding({ package: 'left-pad', exclusion: { uuid: 'x', reason: 'mitigated', description: '' } }),
]

test('the parts add up to the score; excluded findings are in none, and malware is critical', () => {
  const { penalty, score, severities } = scoreParts(findings, 'graded')
  expect(severities).toEqual([
    { severity: 'CRITICAL', findings: 2, penalty: 50 },
    { severity: 'HIGH', findings: 1, penalty: 20 },
    { severity: 'MEDIUM', findings: 1, penalty: 10 },
  ])
  expect([penalty, score]).toEqual([80, 68])
})

test('each package says what the score would be without it, and which release closes it', () => {
  expect(scoreParts(findings, 'severity').packages).toEqual([
    {
      key: 'npm lodash',
      package: 'lodash',
      findings: 2,
      penalty: 45,
      scoreWithout: 65,
      upgrades: ['4.17.21'],
    },
    { key: 'npm evil', package: 'evil', findings: 1, penalty: 25, scoreWithout: 45, upgrades: [] },
    { key: 'npm minimist', package: 'minimist', findings: 1, penalty: 10, scoreWithout: 30, upgrades: [] },
  ])
})

test('by CVSS, each finding costs five times its score', () => {
  const { penalty, score } = scoreParts(findings.slice(0, 2), 'cvss')
  expect([penalty, score]).toEqual([86.5, 14])
})

test('without findings, the score is 100', () =>
  expect(scoreParts([], 'graded')).toEqual({ penalty: 0, score: 100, severities: [], packages: [] }))
