import type { SyncProgress } from '@assay/contract/advisory-databases.ts'
import { describe, expect, it } from 'vitest'
import { readServerReport } from '../scan/read-server-report.ts'
import { exampleReport } from '../testing/example-report.ts'
import { printReport } from './print-report.ts'
import { showProgress } from './progress.ts'
import { summarizeSyncs } from './summarize-syncs.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'

describe('alignColumns', () => {
  it('aligns columns without lines', () => {
    const rows = [
      ['a', '1'],
      ['long name', '22'],
    ]
    expect(alignColumns([['Name', 'N'], ...rows])).toBe('Name       N\na          1\nlong name  22')
  })

  it('handles wide and zero-width characters', () => {
    expect(
      alignColumns([
        ['Name', 'N'],
        ['漢字', '1'],
        ['e\u0301', '2'],
      ]),
    ).toBe('Name  N\n漢字  1\ne\u0301     2')
  })

  it('removes control characters', () => {
    expect(alignColumns([['Name'], ['\u001b[31mred\u202e']])).toBe('Name\n�[31mred�')
  })
})

describe('printReport', async () => {
  const report = readServerReport(exampleReport, {
    tool: { name: 'Assay', version: '1' },
    minimumScores: { security: 90, stability: 80, licensing: 99 },
    name: 'org/repo',
    url: '',
    reportUrl: null,
  })
  const lines = (await printReport(report)).split('\n')

  it('shows scores against their minimums', () => {
    expect(lines.slice(2, 5).map((line) => line.split(/ {2,}/))).toEqual([
      ['Security', '30', '90', 'below the minimum'],
      ['Stability', '99', '80', 'ok'],
      ['Licensing', '99', '99', 'ok'],
    ])
  })

  it('lists findings, most severe first and excluded ones last', () => {
    expect(lines.slice(7, 10).map((line) => line.split(/ {2,}/))).toEqual([
      ['Critical', 'alone', '2.0.0', 'GHSA-1', 'no fix known', 'Direct'],
      ['High', 'child', '0.21.1', 'CVE-2020-1000', '0.21.9 (patch)', 'parent@1.0'],
      ['Critical (excluded)', 'child', '0.21.1', 'CVE-2020-2000', '0.21.9 (patch)', 'parent@1.0'],
    ])
  })

  it('does not count excluded findings', () => {
    expect(lines).toContain(
      '3 of 3 packages checked. 2 vulnerabilities in 2 package versions. 1 more excluded.',
    )
  })

  it('lists unstable components and newer releases', () => {
    expect(lines.slice(18, 20).map((line) => line.split(/ {2,}/))).toEqual([
      ['Package', 'Version', 'Stability', 'Newer'],
      ['child', '0.21.1', 'Deprecated: use another', '0.21.9 (patch), 1.0.0 (major)'],
    ])
  })

  it('leads to the pages of findings on the server, each once', async () => {
    const reportUrl = 'https://assay.example.org/projects/?pid=x'
    const [first] = report.findings
    const printed = await printReport({ ...report, reportUrl, findings: [first!, first!] })
    expect(printed.match(/^GHSA-1: .*$/gm)).toEqual([`GHSA-1: ${reportUrl}&view=list&q=GHSA-1`])
    const excluded = { reason: 'mitigated', description: '' }
    expect(await printReport({ ...report, reportUrl, findings: [{ ...first!, excluded }] })).not.toContain(
      'view=list',
    )
  })

  it('names what rules say, a line each', async () => {
    const rule = {
      effect: 'fail',
      mode: 'on',
      file: null,
      fails: true,
      hitCount: 1,
      passedUnknown: 0,
    } as const
    const hits = [{ label: 'lodash\u001b 4.17.4', unknown: [] }]
    const printed = await printReport({
      ...report,
      rules: [{ ...rule, name: 'No lodash', hits, issues: [] }],
    })
    expect(printed).toContain('Failed by rule No lodash:\n  lodash� 4.17.4\n\n')
  })

  it('lists twenty outdated components and counts the rest', async () => {
    const newer = { latestPatch: '1.0.1', latestMinor: null, latestMajor: null }
    const outdated = { ...report.components[0]!, version: '1.0.0', newer, stability: [] }
    const components = Array.from({ length: 25 }, (_, at) => ({ ...outdated, name: `old-${at}` }))
    const printed = await printReport({ ...report, components })
    expect(printed.match(/^old-.*1\.0\.1 \(patch\)$/gm)).toHaveLength(20)
    expect(printed).toContain('\n5 more components are outdated.\n')
  })

  const licensing = async (components: readonly (typeof report.components)[number][]) => {
    const printed = (await printReport({ ...report, components: [...components] })).split('\n')
    const start = printed.findIndex((line) => line.includes('License issue'))
    return start < 0 ? null : printed.slice(start).map((line) => line.split(/ {2,}/))
  }

  it('lists license violations with the source of the license, then components without one', async () => {
    const [child, alone] = report.components
    const fromRegistry = { licenseSource: 'registry', licenseRegistry: 'deps.dev' } as const
    const other = { ...child!, name: 'other', ...fromRegistry }
    const overridden = { ...child!, name: 'third', licenseSource: 'override' } as const
    expect((await licensing([alone!, child!, other, overridden]))!.slice(0, 6)).toEqual([
      ['Package', 'Version', 'License', 'Source', 'License issue'],
      ['child', '0.21.1', 'MIT', 'Declared', 'MIT violates x'],
      ['other', '0.21.1', 'MIT', 'deps.dev', 'MIT violates x'],
      ['third', '0.21.1', 'MIT', 'Override', 'MIT violates x'],
      ['alone', '2.0.0', 'No license found'],
      [''],
    ])
    expect(await licensing([{ ...child!, violations: [] }])).toBe(null)
  })

  it('lists twenty components with license issues and counts the rest', async () => {
    const [child] = report.components
    const listed = (await licensing(
      Array.from({ length: 21 }, (_, at) => ({ ...child!, name: `no-${at}` })),
    ))!
    expect(listed.filter(([name]) => name!.startsWith('no-'))).toHaveLength(20)
    expect(listed).toContainEqual(['1 more component with license issues.'])
  })

  it('shows known exploited vulnerabilities and exploit probabilities', async () => {
    const [first, second] = report.findings
    const findings = [
      { ...first!, knownExploited: true, epss: 0.9 },
      { ...second!, knownExploited: false, epss: 0.123 },
    ]
    const printed = await printReport({ ...report, findings })
    expect(printed).toContain(' GHSA-1 (exploited) ')
    expect(printed).toContain(' CVE-2020-1000 (EPSS 12 %) ')
  })

  it('reports that nothing was found', async () => {
    expect(await printReport({ ...report, findings: [] })).toContain(
      '\n\n3 of 3 packages checked. No vulnerabilities found.\n',
    )
  })
})

describe('showProgress', () => {
  it('prints each label once without a terminal', async () => {
    const printed: string[] = []
    const progress = await showProgress(false, (text) => void printed.push(text))
    progress.update(0, 3, 'npm.zip')
    progress.update(1, 3, 'npm.zip')
    progress.update(3, 3, '3 records read')
    progress.stop()
    expect(printed).toEqual(['npm.zip', '3 records read'])
  })
})

describe('summarizeSyncs', () => {
  it('totals imported records, and skipped ones by reason', () => {
    const end = (added: number, examples: string[]): SyncProgress => ({
      uuid: null,
      state: 'done',
      current: '',
      read: 9,
      expected: 9,
      reason: null,
      startedAt: null,
      finishedAt: null,
      added,
      changed: 2,
      unchanged: 3,
      skipped: [{ code: 'json-invalid', count: 4, examples }],
    })
    expect(summarizeSyncs([end(1, ['a:1: broken']), end(10, ['a:1: broken', 'b:7: broken'])])).toBe(
      [
        '11 added, 4 changed, 6 unchanged, 8 skipped',
        '',
        'Skipped, json-invalid: 8, for example',
        '  a:1: broken',
        '  b:7: broken',
      ].join('\n'),
    )
  })
})
