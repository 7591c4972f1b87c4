import { writeReportFile } from '@assay/engine/reports/report-file.ts'
import { expect, it } from 'vitest'
import { exampleReport } from '../testing/example-report.ts'
import { readServerReport } from './read-server-report.ts'

const report = readServerReport(exampleReport, {
  tool: { name: 'Assay', version: '1' },
  minimumScores: { security: 90, stability: 80, licensing: 95 },
  name: 'org/repo',
  url: 'https://assay.example.org/projects/x',
  reportUrl: null,
})
const text = JSON.stringify(writeReportFile(report))
const file = JSON.parse(text)
const [alone, child] = file.reports.security.reports[0].reports

it('starts with the page, the time and the scores as strings', () => {
  expect(file).toMatchObject({
    url: 'https://assay.example.org/projects/x',
    name: 'org/repo',
    timestamp: '2026-06-02 10:40:05',
    scores: { security: '30', stability: '99', licensing: '99' },
  })
})

it('writes an advice with exactly the specified keys', () => {
  expect(child.advices[0]).toEqual({
    id: '33333333-3333-4333-8333-333333333333',
    library: { name: 'child', language: 'nodejs' },
    description: 'Too slow',
    severity: 'HIGH',
    links: [{ type: 'CVE', url: 'CVE-2020-1000' }],
    type: 'SECURITY',
    cvss: 7,
    versionRange: '[,0.22.0)',
    cve: 'CVE-2020-1000',
    cwe: 'CWE-400',
    fixesThis: { version: '0.21.9', step: 'patch', isKnownRelease: true },
  })
})

it.each([
  [{ category: 'malware' }, 'malware'],
  [{ category: 'vulnerability', source: 'MAL-2024-1' }, 'vulnerability'],
  [{ source: 'MAL-2024-1' }, 'malware'],
  [{}, 'vulnerability'],
] as const)('%o is %s', (more, expected) => {
  const changed = structuredClone(exampleReport)
  Object.assign(changed.security.assessments[0]!.reports[0]!.advices[0]!, more)
  const found = readServerReport(changed, { ...report, name: '', url: '' }).findings
  expect(found.find(({ cve }) => cve === 'CVE-2020-1000')?.category).toBe(expected)
})

it('rounds CVSS scores to one decimal', () => {
  expect(text.match(/"cvss":[^,]+/g)).toEqual(['"cvss":9.8', '"cvss":7.0', '"cvss":7.0'])
})

it("omits an unknown cwe and writes an unknown cve as 'N/A'", () => {
  expect(alone.advices[0]).not.toHaveProperty('cwe')
  expect(alone.advices[0].cve).toBe('N/A')
})

it('lists exclusions only for excluded advice', () => {
  expect(child.advices.map((advice: object) => 'exclusions' in advice)).toEqual([false, true])
})

it('starts the hierarchy at the project and marks transitive components', () => {
  expect([child.hierarchy, child.transitive]).toEqual([['project:--', 'parent:1.0', 'child:0.21.1'], true])
  expect([alone.hierarchy, alone.transitive]).toEqual([['project:--', 'alone:2.0.0'], false])
})

it('names the recommended version, if there is one', () => {
  expect(child.recommended).toEqual({ version: '0.21.9', step: 'patch', isKnownRelease: true })
  expect(alone).not.toHaveProperty('recommended')
})

it('always has safeVersions, with known releases only', () => {
  expect(child.safeVersions).toEqual({ latestPatch: '0.21.9', latestMajor: '1.0.0' })
  expect(alone.safeVersions).toEqual({})
})

it('lists outdated components with their newer releases', () => {
  expect(file.reports.stability).toEqual({
    score: 99,
    libyears: 2.5,
    unknownReleases: 1,
    reports: [
      {
        language: 'nodejs',
        versions: [
          {
            name: 'child',
            version: '0.21.1',
            latestPatch: '0.21.9',
            latestMajor: '1.0.0',
            libyears: 2.5,
            warnings: ['Deprecated: use another'],
          },
        ],
      },
    ],
  })
})

it('warns of a component without a license and counts warnings and violations', () => {
  const { reports, ...counts } = file.reports.licensing
  expect(counts).toEqual({ score: 99, warningsCount: 1, violationsCount: 1 })
  expect(reports[0]).toMatchObject({ warningsCount: 1, violationsCount: 1 })
  expect(reports[0].results[0].licenses[0].wildcard).toBe(false)
  expect(reports[0].results[1]).toMatchObject({ licenses: [], warnings: ['No license found'] })
})

it('keeps the source of each license', () => {
  expect(
    report.components.map(({ licenseSource, licenseRegistry }) => [licenseSource, licenseRegistry]),
  ).toEqual([
    ['declared', null],
    [null, null],
  ])
})
