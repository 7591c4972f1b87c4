import { severityName } from '../severity-names.ts'
import { domains, type Severity } from '../vocabulary.ts'
import { describeChecked, describeFixes, findingPage, scoreText } from './scan-report.ts'
import { describeRules } from './describe-rules.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

/** GitHub shows 10 annotations of each level and step; the rest is counted. */
const maxShown = 10

/**
 * Workflow commands of GitHub Actions, one line each:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions. Excluded findings are left out.
 */
export function writeGithubAnnotations(report: ScanReport): string {
  const counted = report.findings.filter(({ excluded }) => excluded === null)
  const byLevel = Map.groupBy(counted, levelOf)
  const lines = [...byLevel].flatMap(([level, findings]) => [
    ...findings.slice(0, maxShown - 1).map((finding) => lineOf(report, level, finding)),
    ...restOf(level, findings.slice(maxShown - 1)),
  ])
  const { incomplete: gaps } = report
  const { outcome, project } = report
  const scores = domains.map((domain) => `${domain} ${scoreText(report, domain)}`).join(', ')
  const checked = describeChecked(report)
  const summary = `${outcome}: ${project.name}, ${scores}, ${counted.length} ${counted.length === 1 ? 'vulnerability' : 'vulnerabilities'}${checked === null ? '' : `, ${checked}`}.`
  const link = report.reportUrl === null ? '' : ` ${report.reportUrl}`
  return [
    ...lines,
    ...describeRules(report).map(({ isFailure, title, details, page }) =>
      command(
        isFailure ? 'error' : 'warning',
        { title },
        `${details.join('; ')}.${page === null ? '' : ` ${page}`}`,
      ),
    ),
    ...(gaps === null ? [] : [command('warning', { title: 'Assay' }, gaps)]),
    command('notice', { title: 'Assay' }, `${summary}${link}`),
    '',
  ].join('\n')
}

type Level = 'error' | 'warning' | 'notice'

const levels: Record<Severity, Level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  unknown: 'warning',
  low: 'notice',
  none: 'notice',
}

const levelOf = ({ severity, category }: ReportFinding): Level =>
  category === 'malware' ? 'error' : levels[severity]

function lineOf(report: ScanReport, level: Level, finding: ReportFinding): string {
  const { name, version, id, summary, severity, category, locations } = finding
  const rated = category === 'malware' ? 'Malware' : severityName(severity)
  const file = locations[0]
  const properties = { ...(file !== undefined && { file, line: '1' }), title: `${id}: ${name} ${version}` }
  const page = findingPage(report, finding)
  const text = `${rated}${summary === '' ? '' : `: ${summary}`}. Fix: ${describeFixes(finding)}.${page === null ? '' : ` ${page}`}`
  return command(level, properties, text)
}

const restOf = (level: Level, rest: readonly ReportFinding[]) =>
  rest.length === 0 ? [] : [command(level, { title: 'Assay' }, `${rest.length} more of this level.`)]

const escapeText = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeValue = (text: string) => escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

function command(level: Level, properties: Record<string, string>, text: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeValue(value)}`)
  return `::${level} ${list.join(',')}::${escapeText(text)}`
}
