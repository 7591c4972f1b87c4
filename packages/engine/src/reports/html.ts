import { severityName } from '../severity-names.ts'
import { domains } from '../vocabulary.ts'
import { escapeMarkup as escape } from '@assay/text/markup.ts'
import {
  describeBasis,
  describeChecked,
  describeNewer,
  fixNotes,
  scoreText,
  verdictText,
} from './scan-report.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

/** One file without scripts or other resources, to keep as an artifact of a build. */
export function writeHtml(report: ScanReport): string {
  const { project, outcome, tool, at } = report
  const { incomplete: gaps } = report
  const checked = describeChecked(report)
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const body = [
    `<h1>${escape(project.name)}: ${outcome}</h1>`,
    `<p>${escape(project.url)}, branch ${escape(project.branch)}, ${time} UTC${linkOf(report)}</p>`,
    ...(gaps === null ? [] : [`<p class="gap"><strong>${escape(gaps)}</strong></p>`]),
    scoresOf(report),
    ...(checked === null ? [] : [`<p>${escape(checked)}.</p>`]),
    ...findingsOf(report, gaps),
    ...stabilityOf(report),
    ...licensesOf(report),
    `<footer>${escape(footOf(report))} ${escape(`${tool.name} ${tool.version}`)}</footer>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(project.name)}: ${outcome}</title>
<style>${styles}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`
}

const styles =
  ':root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:auto;padding:1rem}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #8886;overflow-wrap:anywhere}footer{opacity:.75}'

const linkOf = ({ reportUrl }: ScanReport) =>
  reportUrl !== null && /^https?:\/\//.test(reportUrl)
    ? ` · <a href="${escape(reportUrl)}">Report on the server</a>`
    : ''

/** The cells are HTML. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('')
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`
}

const scoresOf = (report: ScanReport) =>
  tableOf(
    ['Score', 'Value', 'Minimum', 'Result'],
    domains.map((domain) => [
      domain[0]!.toUpperCase() + domain.slice(1),
      scoreText(report, domain),
      String(report.minimumScores[domain]),
      verdictText(report, domain),
    ]),
  )

function findingsOf(report: ScanReport, gaps: string | null): string[] {
  const { findings } = report
  if (findings.length === 0) return gaps === null ? ['<p>No vulnerabilities found.</p>'] : []
  const { note, describe } = fixNotes(findings)
  const columns = ['Severity', 'Package', 'Vulnerability', 'Fixes this', 'Introduced through']
  return [
    '<h2>Vulnerabilities</h2>',
    ...(note === null ? [] : [`<p>${escape(note)}</p>`]),
    tableOf(
      columns,
      findings.map((finding) => [
        escape(ratingOf(finding)),
        escape(`${finding.name} ${finding.version}`),
        `${idOf(finding)}<br>${escape(finding.summary)}`,
        escape(describe(finding)),
        escape((finding.paths[0] ?? []).slice(0, -1).join(' > ') || (finding.paths[0] ? 'Direct' : '')),
      ]),
    ),
  ]
}

function ratingOf({ severity, category, cvss, excluded }: ReportFinding): string {
  const rated = category === 'malware' ? 'Malware' : severityName(severity)
  const score = cvss === null ? '' : ` (${cvss.toFixed(1)})`
  return `${rated}${score}${excluded ? ', excluded' : ''}`
}

function idOf({ id, links }: ReportFinding): string {
  const page = links.map(({ url }) => url).find((url) => /^https?:\/\//.test(url))
  return page === undefined ? escape(id) : `<a href="${escape(page)}">${escape(id)}</a>`
}

function stabilityOf({ components }: ScanReport): string[] {
  const listed = components.filter(({ stability, newer }) => stability.length > 0 || newer !== null)
  if (listed.length === 0) return []
  const rows = listed.map(({ name, version, stability, newer }) =>
    [name, version, stability.join(' '), newer === null ? '' : describeNewer(newer)].map(escape),
  )
  return ['<h2>Stability</h2>', tableOf(['Package', 'Version', 'Stability', 'Newer'], rows)]
}

function licensesOf({ components }: ScanReport): string[] {
  const listed = components.filter(({ violations, warnings }) => violations.length + warnings.length > 0)
  if (listed.length === 0) return []
  const rows = listed.map(({ name, version, licenses, violations, warnings }) =>
    [name, version, licenses.join(', '), [...violations, ...warnings].join('; ')].map(escape),
  )
  return ['<h2>Licenses</h2>', tableOf(['Package', 'Version', 'License', 'License issue'], rows)]
}

const footOf = ({ components, advisories }: ScanReport) =>
  `${components.length} components${advisories ? ` against ${describeBasis(advisories)}` : ''}.`
