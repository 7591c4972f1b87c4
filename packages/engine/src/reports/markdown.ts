import { codeSpan as code, escapeMarkdown as escape, markdownLink } from '@assay/text/markdown.ts'
import { severityName } from '../severity-names.ts'
import { domains } from '../vocabulary.ts'
import {
  describeBasis,
  describeChecked,
  describeUnknownReleases,
  fixNotes,
  scoreText,
  verdictText,
} from './scan-report.ts'
import { describeRules } from './describe-rules.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

/** Within the limit of pull request comments, 65,536 characters. */
const maxRows = 100

/** For a pull request comment: the scores, then counted findings, most severe first. */
export function writeMarkdown(report: ScanReport): string {
  const { outcome, project, findings } = report
  const counted = findings.filter(({ excluded }) => excluded === null)
  const rest = findings.length - counted.length
  const { incomplete: gaps } = report
  const checked = describeChecked(report)
  return [
    `## Assay: ${outcome} for ${escape(project.name)}`,
    scoreTable(report),
    ...(checked === null ? [] : [`${checked}.`]),
    ...(gaps === null ? [] : [`**${escape(gaps)}**`]),
    ...ruleLines(report),
    ...(counted.length > 0 ? findingTable(counted) : gaps === null ? ['No vulnerabilities found.'] : []),
    ...(counted.length > maxRows ? [`… and ${counted.length - maxRows} more.`] : []),
    ...(rest > 0 ? [`${rest} more do not count: they are excluded.`] : []),
    ...linesOf(report, 'stability', 'Stability'),
    ...linesOf(report, 'violations', 'Licenses'),
    footOf(report),
  ]
    .join('\n\n')
    .concat('\n')
}

function ruleLines(report: ScanReport): string[] {
  const lines = describeRules(report).map(({ isFailure, title, details }) => {
    const shown = isFailure ? `**${escape(title)}**` : escape(title)
    return `- ${shown}: ${details.map(escape).join('; ')}`
  })
  return lines.length === 0 ? [] : ['### Policy rules', lines.join('\n')]
}

const scoreTable = (report: ScanReport) =>
  [
    '| | Score | Minimum | |',
    '|---|---|---|---|',
    ...domains.map((domain) => {
      const verdict = verdictText(report, domain)
      const shown = verdict === 'below the minimum' ? `**${verdict}**` : verdict
      return `| ${domain[0]!.toUpperCase()}${domain.slice(1)} | ${scoreText(report, domain)} | ${report.minimumScores[domain]} | ${shown} |`
    }),
  ].join('\n')

function findingTable(findings: ReportFinding[]): string[] {
  const { note, describe } = fixNotes(findings)
  const lines = [
    '| Severity | Package | Vulnerability | Fixes this | Introduced through |',
    '|---|---|---|---|---|',
    ...findings.slice(0, maxRows).map((finding) => rowOf(finding, describe(finding))),
  ]
  return [...(note === null ? [] : [escape(note)]), lines.join('\n')]
}

function rowOf(finding: ReportFinding, fixes: string): string {
  const { severity, category, cvss, name, version, summary, isUncertain } = finding
  const rated = category === 'malware' ? 'Malware' : severityName(severity)
  const cells = [
    cvss === null ? rated : `${rated} (${cvss.toFixed(1)})`,
    code(`${name} ${version}`),
    `${linkOf(finding)}${summary === '' ? '' : escape(`: ${summary}`)}${isUncertain ? ' (module stream unknown)' : ''}`,
    escape(fixes),
    wayOf(finding),
  ]
  return `| ${cells.join(' | ')} |`
}

const linkOf = ({ id, page }: ReportFinding): string => (page === null ? escape(id) : markdownLink(id, page))

/** The shortest dependency path without the package itself; empty if unknown. */
function wayOf({ paths: [path = []] }: ReportFinding): string {
  return path.length === 1 ? 'Direct' : path.slice(0, -1).map(code).join(' > ')
}

function linesOf({ components }: ScanReport, part: 'stability' | 'violations', heading: string): string[] {
  const lines = components.flatMap(({ name, version, [part]: sentences }) =>
    sentences.map((sentence) => `- ${code(`${name} ${version}`)}: ${escape(sentence)}`),
  )
  return lines.length === 0 ? [] : [`### ${heading}`, lines.slice(0, maxRows).join('\n')]
}

function footOf(report: ScanReport): string {
  const { components, advisories, issues, libyears } = report
  const against = advisories ? ` against ${escape(describeBasis(advisories))}` : ''
  const unread =
    issues.length === 0
      ? ''
      : issues.length === 1
        ? ' 1 entry could not be used as it stands.'
        : ` ${issues.length} entries could not be used as they stand.`
  const link = report.reportUrl === null ? '' : ` ${markdownLink('Report', report.reportUrl)}`
  const unknown = describeUnknownReleases(report)
  const age = libyears === null ? '' : ` ${libyears} libyears behind.`
  return `${components.length} components${against}.${age}${unknown === null ? '' : ` ${unknown}`}${unread}${link}`
}
