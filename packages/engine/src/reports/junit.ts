import { describePath } from './describe-path.ts'
import { severityName } from '../severity-names.ts'
import { domains } from '../vocabulary.ts'
import { escapeMarkup } from '@assay/text/markup.ts'
import { describeChecked, describeFixes, findingPage, verdictText } from './scan-report.ts'
import { describeRules } from './describe-rules.ts'
import { rulePage } from './rule-page.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

/**
 * JUnit XML: a suite of the scores, and one of the packages with a test for each finding. There is no standard; this is
 * the schema of Ant's reports, https://github.com/windyroad/JUnit-Schema, which CI systems read.
 */
export function writeJunit(report: ScanReport): string {
  const suites = [scoreSuite(report), ...ruleSuites(report), findingSuite(report)]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.flatMap(({ name, cases }, id) => [
      `  <testsuite name="${escapeMarkup(name)}" package="assay" id="${id}" hostname="localhost"${countsOf(cases)} errors="0" time="0" timestamp="${new Date(report.at).toISOString().slice(0, 19)}">`,
      ...propertiesOf(report),
      ...cases.flatMap(caseLines),
      '    <system-out/>',
      '    <system-err/>',
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

interface TestCase {
  className: string
  name: string
  /** null: it passed. */
  failure: { type: string; message: string; text: string } | null
  /** Why it does not count. */
  skipped?: string
}

const countsOf = (cases: readonly TestCase[]) =>
  ` tests="${cases.length}" failures="${cases.filter(({ failure }) => failure).length}" skipped="${cases.filter(({ skipped }) => skipped !== undefined).length}"`

function propertiesOf(report: ScanReport): string[] {
  const { incomplete: gaps } = report
  const checked = describeChecked(report)
  const properties = [
    ['outcome', report.outcome],
    ...(checked === null ? [] : [['coverage', checked]]),
    ...(report.reportUrl === null ? [] : [['report', report.reportUrl]]),
    ...(gaps === null ? [] : [['gaps', gaps]]),
  ]
  return [
    '    <properties>',
    ...properties.map(([name, value]) => `      <property name="${name}" value="${escapeMarkup(value!)}"/>`),
    '    </properties>',
  ]
}

const scoreSuite = (report: ScanReport) => ({
  name: `${report.project.name}: scores`,
  cases: domains.map((domain): TestCase => {
    const { scores, minimumScores, measured } = report
    const test = { className: 'scores', name: domain }
    if (!measured[domain]) return { ...test, failure: null, skipped: verdictText(report, domain) }
    const message = `The ${domain} score of ${scores[domain]} is below the minimum of ${minimumScores[domain]}.`
    const isBelow = scores[domain] < minimumScores[domain]
    const page = rulePage(report, { kind: 'scores', file: null, hitCount: 1 })
    const text = ['Failed by minimum scores', message, ...(page === null ? [] : [page])].join('\n')
    return { ...test, failure: isBelow ? { type: 'score', message, text } : null }
  }),
})

/** None without hits of rules. */
function ruleSuites(report: ScanReport) {
  // Each score is a case of its own.
  const lines = describeRules(report).filter(({ kind }) => kind !== 'scores')
  if (lines.length === 0) return []
  const cases = lines.map(({ isFailure, title, details, page }): TestCase => {
    const text = [title, ...details, ...(page === null ? [] : [page])].join('\n')
    const test = { className: 'rules', name: title }
    return isFailure
      ? { ...test, failure: { type: 'rule', message: title, text } }
      : { ...test, failure: null, skipped: text }
  })
  return [{ name: `${report.project.name}: rules`, cases }]
}

const findingSuite = (report: ScanReport) => ({
  name: `${report.project.name}: vulnerabilities`,
  cases: report.findings.map((finding): TestCase => {
    const { id, name, version, excluded } = finding
    const test = { className: `${finding.language}.${name}`, name: `${name} ${version}: ${id}` }
    return excluded === null
      ? { ...test, failure: failureOf(report, finding) }
      : { ...test, failure: null, skipped: excluded.description || excluded.reason }
  }),
})

function failureOf(report: ScanReport, finding: ReportFinding) {
  const { severity, category, id, summary, paths, locations } = finding
  const type = category === 'malware' ? 'Malware' : severityName(severity)
  const message = `${id}${summary === '' ? '' : `: ${summary}`}`
  const page = findingPage(report, finding)
  const lines = [
    message,
    `Severity: ${type}`,
    `Fix: ${describeFixes(finding)}`,
    ...(paths[0] ? [`Path: ${describePath(paths[0]).join(' > ')}`] : []),
    ...(locations.length > 0 ? [`Files: ${locations.join(', ')}`] : []),
    ...(page === null ? [] : [`Page: ${page}`]),
  ]
  return { type, message, text: lines.join('\n') }
}

function caseLines({ className, name, failure, skipped }: TestCase): string[] {
  const start = `    <testcase classname="${escapeMarkup(className)}" name="${escapeMarkup(name)}" time="0"`
  if (failure === null && skipped === undefined) return [`${start}/>`]
  const body = failure
    ? `<failure type="${escapeMarkup(failure.type)}" message="${escapeMarkup(failure.message)}">${escapeMarkup(failure.text)}</failure>`
    : `<skipped message="${escapeMarkup(skipped ?? '')}"/>`
  return [`${start}>`, `      ${body}`, '    </testcase>']
}
