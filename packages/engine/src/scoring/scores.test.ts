import { expect, test } from 'vitest'
import type { Coverage, Gap } from '../coverage.ts'
import { coverageStrictnesses, domains, type Severity } from '../vocabulary.ts'
import type { FoundFinding } from '../lifetimes/finding.ts'
import type { ComponentLicense, OutdatedComponent, Rules } from '../scan-result.ts'
import { computeScores, decideOutcome, formulaVersion } from './scores.ts'

const finding = (
  severity: Severity,
  cvss: number | null,
  more: Partial<FoundFinding> = {},
): FoundFinding => ({
  ecosystem: 'npm',
  packageName: 'a',
  displayName: 'a',
  advisoryUuid: 'a1',
  versions: [],
  cve: null,
  cves: [],
  publicId: null,
  severity,
  rating: null,
  cvss,
  publishedAt: null,
  category: 'vulnerability',
  fixedVersions: [],
  exclusionUuid: null,
  ...more,
})
const outdated = (latestPatch: string | null, exclusionUuid: string | null = null): OutdatedComponent => ({
  component: 0,
  latestPatch,
  latestMinor: '2.0.0',
  latestMajor: null,
  exclusionUuid,
})
const license = (more: Partial<ComponentLicense>): ComponentLicense => ({
  component: 0,
  licenses: [],
  violations: [],
  warning: null,
  origin: { source: null, registry: null, at: null },
  exclusionUuid: null,
  ...more,
})
const nothing = { findings: [], outdated: [], licenses: [], securityScoring: 'cvss' } as const

test.for<[string, FoundFinding[], number, number]>([
  ['nothing found', [], 0, 100],
  ['one of CVSS 7.5: half a point rounds up', [finding('high', 7.5)], 37.5, 63],
  ['a CVSS whose fivefold is no binary fraction', [finding('medium', 6.7), finding('medium', 6.3)], 65, 35],
  ['a CVSS of 0.0 is a suggestion', [finding('none', 0)], 0.25, 100],
  ['a low rating of a high CVSS counts as high as it allows', [finding('low', 9.8)], 19.5, 81],
  ['a high rating of a CVSS of 2.0', [finding('high', 9.8)], 49, 51],
  ['a critical rating of a medium CVSS', [finding('critical', 5)], 45, 55],
  ['without impact by the rating of its distribution', [finding('none', 9.8, { rating: 'none' })], 0, 100],
  ['three suggestions', Array.from({ length: 3 }, () => finding('none', null)), 0.75, 99],
  ['critical without CVSS: 9.5', [finding('critical', null)], 47.5, 53],
  ['high without CVSS: 8.0', [finding('high', null)], 40, 60],
  ['medium without CVSS: 5.5', [finding('medium', null)], 27.5, 73],
  ['low without CVSS: 2.0', [finding('low', null)], 10, 90],
  ['unknown severity: as medium', [finding('unknown', null)], 27.5, 73],
  ['malware without severity: as critical', [finding('unknown', null, { category: 'malware' })], 47.5, 53],
  ['malware with a mild CVSS', [finding('low', 3.1, { category: 'malware' })], 47.5, 53],
  ['malware of CVSS 10', [finding('critical', 10, { category: 'malware' })], 50, 50],
  ['exactly 100 points', [finding('critical', 10), finding('critical', 10)], 100, 0],
  ['below the floor', Array.from({ length: 3 }, () => finding('critical', 9.8)), 147, 0],
  ['excluded ones are free', [finding('critical', 9.8, { exclusionUuid: 'e' }), finding('low', 2)], 10, 90],
])('security by CVSS: %s', ([, findings, penalty, score]) => {
  const scores = computeScores({ ...nothing, findings })
  expect(scores.security).toBe(score)
  expect(scores.penalties.security).toBe(penalty)
  expect(scores.formulaVersion).toBe(formulaVersion)
})

test.for<[string, FoundFinding[], number]>([
  ['nothing found', [], 100],
  ['a suggestion', [finding('none', null)], 100],
  ['one low', [finding('low', null)], 94],
  ['one medium', [finding('medium', 5)], 90],
  ['one high', [finding('high', 7.5)], 84],
  ['one critical', [finding('critical', 9.8)], 82],
  ['malware, as critical', [finding('low', 3.1, { category: 'malware' })], 82],
  ['four criticals', Array.from({ length: 4 }, () => finding('critical', null)), 65],
  ['forty criticals', Array.from({ length: 40 }, () => finding('critical', null)), 33],
  ['four hundred and ten criticals', Array.from({ length: 410 }, () => finding('critical', null)), 0],
  ['excluded ones are free', [finding('critical', 9.8, { exclusionUuid: 'e' }), finding('low', 2)], 94],
])('graded security: %s', ([, findings, score]) => {
  expect(computeScores({ ...nothing, securityScoring: 'graded', findings }).security).toBe(score)
})

test('a graded score never rises with another finding', () => {
  const severities: Severity[] = ['critical', 'high', 'medium', 'low', 'unknown', 'none']
  const findings = Array.from({ length: 300 }, (_, index) => finding(severities[(index * 7) % 6]!, null))
  const scores = findings.map(
    (_, index) =>
      computeScores({ ...nothing, securityScoring: 'graded', findings: findings.slice(0, index) }).security,
  )
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores.at(-1)).toBeGreaterThan(0)
})

test.for<[Severity, number]>([
  ['critical', 25],
  ['high', 20],
  ['medium', 10],
  ['low', 5],
  ['unknown', 10],
  ['none', 0.25],
])('security by severity: %s costs %d, whatever its CVSS', ([severity, penalty]) => {
  const scores = computeScores({
    ...nothing,
    securityScoring: 'severity',
    findings: [finding(severity, 1.1)],
  })
  expect(scores.penalties.security).toBe(penalty)
})

test('security by severity: malware counts as critical', () => {
  const findings = [finding('low', 2, { category: 'malware' })]
  expect(computeScores({ ...nothing, securityScoring: 'severity', findings }).security).toBe(75)
})

test('stability: one point for each component with a newer patch release, none for other steps', () => {
  const scores = computeScores({
    ...nothing,
    outdated: [outdated('1.0.1'), outdated(null), outdated('1.2.3')],
  })
  expect(scores.stability).toBe(98)
})

test('stability: excluded components deduct nothing, and the minimum is 0', () => {
  const many = Array.from({ length: 130 }, () => outdated('1.0.1'))
  const scores = computeScores({ ...nothing, outdated: [...many, outdated('1.0.1', 'e')] })
  expect([scores.stability, scores.penalties.stability]).toEqual([0, 130])
})

test('licensing: one point for each component without a declared license', () => {
  const licenses = [license({ warning: 'undeclared' }), license({}), license({ warning: 'undeclared' })]
  expect(computeScores({ ...nothing, licenses }).licensing).toBe(98)
})

test('licensing: one policy violation makes it 0, unless it is excluded', () => {
  const violating = license({ violations: [{ policy: 'no GPL', license: 'GPL-3.0-only' }] })
  expect(computeScores({ ...nothing, licenses: [violating, license({})] }).licensing).toBe(0)
  expect(computeScores({ ...nothing, licenses: [{ ...violating, exclusionUuid: 'e' }] }).licensing).toBe(100)
})

const minimumScores = { security: 90, stability: 80, licensing: 95 }
const measured = { security: true, stability: true, licensing: true }
const covered: Coverage = { listed: 2, checked: 2, gaps: [] }
const gap: Gap = {
  reason: 'version-missing',
  component: 1,
  where: 'a.json',
  isDevelopment: false,
  message: '',
  action: '',
  acceptanceUuid: null,
}
const partly: Coverage = { listed: 2, checked: 1, gaps: [gap] }
const full = { security: 100, stability: 100, licensing: 100 }
const rules = { minimumScores }

test.for<[number, number, number, string]>([
  [90, 80, 95, 'PASS'],
  [100, 100, 100, 'PASS'],
  [89, 80, 95, 'FAIL'],
  [90, 79, 95, 'FAIL'],
  [90, 80, 94, 'FAIL'],
])('outcome of %d, %d, %d against 90, 80, 95: %s', ([security, stability, licensing, outcome]) => {
  const scores = { security, stability, licensing }
  expect(decideOutcome({ scores, measured, coverage: covered, rules })).toBe(outcome)
})

test.for(domains)('a score of %s that was not measured never fails', (domain) => {
  const scores = { ...full, [domain]: 0 }
  const unmeasured = { ...measured, [domain]: false }
  expect(decideOutcome({ scores, measured: unmeasured, coverage: covered, rules })).toBe('PASS')
})

test('passing scores are UNDECLARED with a gap that may hide a vulnerability, failing scores still FAIL', () => {
  expect(decideOutcome({ scores: full, measured, coverage: partly, rules })).toBe('UNDECLARED')
  const scores = { ...full, security: 89 }
  expect(decideOutcome({ scores, measured, coverage: partly, rules })).toBe('FAIL')
})

test.for<[string, Partial<Gap>, Partial<Rules>]>([
  ['by nature', { reason: 'source-git' }, {}],
  ['of development', { isDevelopment: true }, {}],
  ['that was accepted', { acceptanceUuid: 'u' }, { coverageStrictness: 'any' }],
  ['of an account that is not strict', {}, { coverageStrictness: 'off' }],
])('a gap %s blocks nothing', ([, more, moreRules]) => {
  const coverage = { ...partly, gaps: [{ ...gap, ...more }] }
  expect(decideOutcome({ scores: full, measured, coverage, rules: { ...rules, ...moreRules } })).toBe('PASS')
})

test.for(coverageStrictnesses)(
  'nothing checked is UNDECLARED with the strictness %s',
  (coverageStrictness) => {
    const coverage = { listed: 1, checked: 0, gaps: [{ ...gap, isDevelopment: true }] }
    const strict = { ...rules, coverageStrictness }
    expect(decideOutcome({ scores: full, measured, coverage, rules: strict })).toBe('UNDECLARED')
  },
)

test('nothing listed and everything read is a PASS', () => {
  const coverage = { listed: 0, checked: 0, gaps: [] }
  expect(decideOutcome({ scores: full, measured, coverage, rules })).toBe('PASS')
})
