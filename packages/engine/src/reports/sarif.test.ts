import { expect, test } from 'vitest'
import { writeSarif } from './sarif.ts'
import { advisoryUuid, exampleReport } from './testing/example.ts'

const write = (...input: Parameters<typeof exampleReport>) =>
  JSON.parse(JSON.stringify(writeSarif(exampleReport(...input))))
const sarif = write()
const [run] = sarif.runs

test('the log conforms to the schema', () => {
  expect(sarif.version).toBe('2.1.0')
  expect(run.tool.driver).toMatchObject({ name: 'Assay', version: '1.2.3' })
  expect(run.invocations[0]).toMatchObject({
    executionSuccessful: true,
    endTimeUtc: '2026-06-02T10:40:05.000Z',
  })
  const levels = ['none', 'note', 'warning', 'error']
  for (const result of run.results) {
    expect(levels).toContain(result.level)
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
    expect(result.message.text).not.toBe('')
    expect(result.locations).not.toEqual([])
    for (const { physicalLocation } of result.locations) {
      const { uri } = physicalLocation.artifactLocation
      expect(new URL(uri, 'file:///project/').pathname).toMatch(/^\/project\//)
    }
  }
  const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a rule is an advisory, with the security-severity that code scanning sorts by', () => {
  expect(run.tool.driver.rules[1]).toEqual({
    id: 'CVE-2020-1000',
    shortDescription: { text: 'Too slow | <b>' },
    fullDescription: { text: 'Too slow | <b>\n\nA long input takes ages.' },
    helpUri: 'https://nvd.nist.gov/vuln/detail/CVE-2020-1000',
    defaultConfiguration: { level: 'error' },
    properties: {
      'security-severity': '7.5',
      tags: ['security', 'vulnerability', 'external/cwe/cwe-400'],
      aliases: ['GHSA-aaaa-bbbb-cccc'],
    },
  })
  expect(run.tool.driver.rules[0].properties['security-severity']).toBe('9.5')
})

test('a result is a finding with all its versions and a fingerprint that does not contain them', () => {
  expect(run.results).toHaveLength(2)
  expect(run.results[1]).toMatchObject({
    ruleId: 'CVE-2020-1000',
    message: {
      text: 'child 0.20.0, 0.21.1 is affected by CVE-2020-1000: Too slow | <b>. Fixed in 0.22.0 (major, unconfirmed).',
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'app/package-lock.json' } },
        logicalLocations: [
          { fullyQualifiedName: 'pkg:npm/child@0.20.0' },
          { fullyQualifiedName: 'pkg:npm/child@0.21.1' },
        ],
      },
    ],
    partialFingerprints: { 'assayFinding/v1': `nodejs/child/${advisoryUuid('GHSA-aaaa-bbbb-cccc')}` },
  })
  expect(run.results[1]).not.toHaveProperty('suppressions')
})

test('the run has the outcome, its scores and its coverage', () => {
  expect(run.properties).toEqual({
    outcome: 'FAIL',
    scores: { security: 15, stability: null, licensing: 99 },
    coverage: { listed: 4, checked: 4, summary: '4 of 4 packages checked' },
    advisories: '2 advisories of a folder, the newest of 2026-01-02',
    policyRules: [
      {
        kind: 'scores',
        isFailure: true,
        title: 'Failed by minimum scores',
        details: ['security 15 is below the minimum of 90'],
        page: null,
      },
    ],
  })
})

test('parse issues are notifications', () => {
  expect(run.invocations[0].toolExecutionNotifications).toEqual([
    {
      descriptor: { id: 'purl-invalid' },
      level: 'warning',
      message: { text: 'app/package-lock.json#/x: No package URL.' },
    },
  ])
})

test('a result is suppressed only if all its versions are cleared', () => {
  const suppressionsOf = (components: number[]) =>
    write([
      {
        ids: ['CVE-2020-1000'],
        status: 'fixed' as const,
        justification: null,
        detail: 'Patched',
        components,
      },
    ]).runs[0].results.find(({ ruleId }: { ruleId: string }) => ruleId === 'CVE-2020-1000').suppressions
  expect(suppressionsOf([1, 3])).toEqual([
    { kind: 'external', status: 'accepted', justification: 'VEX: fixed: Patched' },
  ])
  expect(suppressionsOf([1])).toBeUndefined()
})

test('an unrated advisory has no score, which viewers would turn into a severity', () => {
  const report = exampleReport()
  const findings = report.findings.map((finding) => ({
    ...finding,
    severity: 'unknown' as const,
    category: 'vulnerability' as const,
    cvss: null,
  }))
  const { rules } = JSON.parse(JSON.stringify(writeSarif({ ...report, findings }))).runs[0].tool.driver
  for (const { properties } of rules) {
    expect(properties).not.toHaveProperty('security-severity')
    expect(properties.tags).toContain('unrated')
  }
})
