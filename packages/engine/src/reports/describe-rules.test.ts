import { describe, expect, it, test } from 'vitest'
import { describeRules } from './describe-rules.ts'
import type { ReportRule } from './scan-report.ts'
import { writeGithubAnnotations } from './github-annotations.ts'
import { writeJunit } from './junit.ts'
import { writeGitlab } from './gitlab.ts'
import { writeJson } from './json-report.ts'
import { writeSarif } from './sarif.ts'
import { writeMarkdown } from './scan-document.ts'
import { exampleReport } from './testing/example.ts'

const rule = (own: Partial<ReportRule>): ReportRule => ({
  name: 'no known exploited',
  effect: 'fail',
  mode: 'on',
  file: null,
  fails: true,
  hitCount: 1,
  passedUnknown: 0,
  issues: [],
  hits: [{ label: 'CVE-2021-44228 in log4j-core 2.14.1', unknown: [] }],
  ...own,
})
const reportUrl = 'https://assay.example.org/projects/?pid=x&branch=main'
const fine = {
  ...exampleReport(),
  minimumScores: { security: 0, stability: 0, licensing: 0 },
  components: [],
}
const report = { ...fine, reportUrl, rules: [rule({})] }

test.for<[string, Partial<ReportRule>, string, string[]]>([
  ['a failure', {}, 'Failed by rule no known exploited', ['CVE-2021-44228 in log4j-core 2.14.1']],
  [
    'a file',
    { file: 'assay.yaml', hits: [] },
    'Failed by rule no known exploited of assay.yaml',
    ['and 1 more'],
  ],
  [
    'a warning',
    { fails: false, hits: [{ label: 'x 1', unknown: ['finding.kev'] }] },
    'Warning by rule no known exploited',
    ['x 1 (undecided: finding.kev unknown)'],
  ],
  [
    'a log',
    { fails: false, mode: 'log' },
    'Logged by rule no known exploited',
    ['CVE-2021-44228 in log4j-core 2.14.1'],
  ],
  [
    'undecided',
    { fails: false, hitCount: 0, hits: [], passedUnknown: 2 },
    'Undecided by rule no known exploited',
    ['2 undecided: facts are unknown'],
  ],
])('%s is described', ([, own, title, details]) => {
  expect(describeRules({ ...fine, rules: [rule(own)] })).toMatchObject([{ title, details }])
})

const uuid = '2f1c7a3e-8c55-4b0e-9a59-0d7f3f6b2a10'
const hits = `https://assay.example.org/policies/${uuid}/hits?project=${encodeURIComponent(fine.project.url)}`

test.for<[string, Partial<ReportRule>, string]>([
  ['of the account leads to its hits in the project', {}, hits],
  ['of the repository leads to the report', { file: 'assay.yaml' }, reportUrl],
  ['that hits nothing leads to the report', { hitCount: 0, passedUnknown: 1 }, reportUrl],
  ['of licenses leads to the report', { kind: 'licenses' }, reportUrl],
])('a rule %s', ([, own, page]) => {
  const [line] = describeRules({ ...fine, reportUrl, rules: [rule({ uuid, ...own })] })
  expect(line!.page).toBe(page)
})

test('minimum scores lead to the projects below policy, and every format to the page of a rule', () => {
  const scored = { ...report, minimumScores: { ...fine.minimumScores, security: 100 } }
  expect(describeRules(scored).map(({ page }) => page)).toEqual([
    'https://assay.example.org/projects?policy=below',
    reportUrl,
  ])
  const stored = { ...report, rules: [rule({ uuid })] }
  for (const write of [writeGithubAnnotations, writeJunit, writeGitlab])
    // GitHub's commands escape percent signs.
    expect(JSON.stringify(write(stored)).replaceAll('%25', '%')).toContain(hits)
  expect(describeRules({ ...stored, reportUrl: null })[0]!.page).toBeNull()
})

test('failures come first, rules without hits are left out', () => {
  const rules = [
    rule({ fails: false, name: 'b' }),
    rule({ name: 'a' }),
    rule({ hitCount: 0, fails: false, name: 'c' }),
  ]
  expect(describeRules({ ...fine, rules }).map(({ title }) => title)).toEqual([
    'Failed by rule a',
    'Warning by rule b',
  ])
})

test('SARIF and GitLab name the rules of each finding, and its page', () => {
  const [{ id, name, version }] = report.findings.filter(({ excluded }) => excluded === null) as [
    (typeof report.findings)[0],
  ]
  const rules = [
    rule({ hits: [{ label: `${id} in ${name} ${version}`, unknown: [] }] }),
    rule({ name: 'old', fails: false, hits: [{ label: `${name} ${version}`, unknown: [] }] }),
    rule({ name: 'other' }),
  ]
  const hit = { ...report, rules }
  const page = `${reportUrl}&view=list&q=${id}`
  for (const [write, text] of [
    [writeSarif, 'Policy rules: no known exploited, old.'],
    [writeGitlab, '"value":"no known exploited, old"'],
  ] as const) {
    const written = JSON.stringify(write(hit))
    expect(written).toContain(text)
    expect(written).toContain(page)
    expect(JSON.stringify(write(report))).not.toContain('no known exploited, old')
  }
})

describe('minimum scores and license policies are named as rules, with what they found and the page', () => {
  const [component] = exampleReport().components
  const violating = {
    ...component!,
    name: 'readline',
    version: '8.2',
    violations: ['GPL-3.0-only violates No copyleft'],
  }
  const failed = {
    ...fine,
    reportUrl,
    rules: [],
    scores: { security: 70, stability: 100, licensing: 0 },
    measured: { security: true, stability: true, licensing: true },
    minimumScores: { security: 90, stability: 80, licensing: 95 },
    components: [violating],
  }
  const asJson = (write: (report: typeof failed) => object) => (report: typeof failed) =>
    JSON.stringify(write(report))
  it.each([
    ['Markdown', writeMarkdown],
    ['JUnit', writeJunit],
    ['GitHub annotations', writeGithubAnnotations],
    ['JSON', asJson(writeJson)],
    ['SARIF', asJson(writeSarif)],
    ['GitLab', asJson(writeGitlab)],
  ] as const)('in %s', async (_, write) => {
    const text = (await write(failed)).replaceAll('&amp;', '&').replaceAll('\\', '')
    expect(text).toContain('Failed by minimum scores')
    expect(text).toContain('Failed by license policy No copyleft')
    expect(text).toMatch(/security(?: score of)? 70 is below the minimum of 90/)
    expect(text).toContain('readline 8.2: GPL-3.0-only')
    expect(text).toContain(reportUrl)
    const passed = {
      ...failed,
      scores: { security: 100, stability: 100, licensing: 100 },
      components: [],
    }
    expect(await write(passed)).not.toContain('Failed by')
  })

  test('a violation warns where the licensing score has no minimum', () => {
    const lenient = { ...failed, minimumScores: { ...failed.minimumScores, licensing: 0 } }
    expect(describeRules(lenient).map(({ title }) => title)).toEqual([
      'Failed by minimum scores',
      'Warning by license policy No copyleft',
    ])
  })
})

describe('a failed rule is named with its finding and the page', () => {
  it.each([
    ['Markdown', writeMarkdown],
    ['JUnit', writeJunit],
    ['GitHub annotations', writeGithubAnnotations],
  ] as const)('in %s', async (_, write) => {
    const text = await write(report)
    expect(text).toContain('Failed by rule no known exploited')
    expect(text).toMatch(/CVE-2021-44228 in log4j\\?-core 2\.14\.1/)
    expect(text.replaceAll('&amp;', '&')).toContain(reportUrl)
    expect(await write({ ...report, rules: [] })).not.toContain('by rule')
  })
})
