import { expect, test } from 'vitest'
import { writeReportFile } from './report-file.ts'
import { exampleReport } from './testing/example.ts'

test('writes the assumed score of a finding without one, since readers take 0.0 for low', () => {
  const report = exampleReport()
  const [finding] = report.findings
  const rated = (severity: 'high' | 'unknown') => {
    const file = writeReportFile({
      ...report,
      findings: [{ ...finding!, category: 'vulnerability', severity, cvss: null }],
    })
    const [text] = /"severity":"\w+".*?"cvss":[\d.]+/.exec(JSON.stringify(file))!
    return [/"severity":"(\w+)"/.exec(text)![1], /"cvss":([\d.]+)/.exec(text)![1]]
  }
  expect(rated('high')).toEqual(['HIGH', '8.0'])
  expect(rated('unknown')).toEqual(['MEDIUM', '5.5'])
})

test('says whether a component is transitive only if a dependency graph shows it', () => {
  const report = exampleReport()
  const [finding] = report.findings
  const transitiveWith = (paths: string[][]) => {
    const file = writeReportFile({ ...report, findings: [{ ...finding!, paths }] })
    return /"transitive":(\w+)/.exec(JSON.stringify(file))?.[1]
  }
  expect([transitiveWith([['a:1']]), transitiveWith([['b:1', 'a:1']]), transitiveWith([])]).toEqual([
    'false',
    'true',
    undefined,
  ])
})

test('lists only outdated components, regardless of other warnings', () => {
  const report = exampleReport()
  const newer = { latestPatch: '9.9.9', latestMinor: null, latestMajor: null }
  const components = report.components.map((component, index) => ({
    ...component,
    newer: index === 0 ? newer : null,
    stability: ['Deprecated: use another'],
  }))
  const { name, version, language } = components[0]!
  const file = JSON.parse(JSON.stringify(writeReportFile({ ...report, components })))
  expect(file.reports.stability.reports).toMatchObject([
    { language, versions: [{ name, version, latestPatch: '9.9.9', warnings: ['Deprecated: use another'] }] },
  ])
})
