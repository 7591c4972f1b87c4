import { describePath } from '@assay/engine/reports/describe-path.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'
import { showControls } from '@assay/text/invisible.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import { describeFix, describeNewer, findingPage } from '@assay/engine/reports/scan-report.ts'
import type { ReportFinding, ScanReport } from '@assay/engine/reports/scan-report.ts'

/** Explains why an advisory, by any of its ids, affects the project: evidence, dependency paths and fixes. */
export function explain(report: ScanReport, id: string, isKnown: boolean): string {
  const { findings } = report
  const lowercaseId = id.toLowerCase()
  const found = findings.filter((finding) =>
    [finding.id, finding.advisoryUuid, ...finding.aliases].some((each) => each.toLowerCase() === lowercaseId),
  )
  if (found.length > 0) return `\n${found.map((finding) => explainFinding(report, finding)).join('\n')}`
  return isKnown
    ? `${showControls(id)} is known and affects nothing here.\n`
    : `${showControls(id)} is not among the advisories that were used.\n`
}

function explainFinding(report: ScanReport, finding: ReportFinding): string {
  const page = findingPage(report, finding)
  const { id, name, version, language, aliases, summary, evidence, locations, excluded, purl } = finding
  const rows: [string, string[]][] = [
    ['Component', [purl ?? `${name} ${version} (${ecosystemName(language) ?? language})`]],
    ['Summary', summary === '' ? [] : [summary]],
    ['Severity', [severityOf(finding)]],
    ['Exploited', exploitOf(finding)],
    ['Known as', aliases.length === 0 ? [] : [aliases.join(', ')]],
    ['Evidence', evidence],
    ['Fixes this', [finding.fixesThis ? describeFix(finding.fixesThis) : 'no fix known']],
    ['Recommended', [finding.recommended ? describeFix(finding.recommended) : 'none is known']],
    ['Newest unaffected', [describeNewer(finding.safeVersions) || 'none known']],
    ['Listed in', locations],
    ['Does not count', excluded ? [describeExclusion(excluded)] : []],
    ['Introduced through', pathsOf(finding)],
    ['Page', page === null ? [] : [page]],
  ]
  const lines = alignColumns(
    rows.flatMap(([label, values]) => values.map((value, at) => [`  ${at === 0 ? label : ''}`, value])),
  )
  return `${showControls(`${id} in ${name} ${version}`)}\n${lines}\n`
}

function severityOf({ severity, category, cvss, vector }: ReportFinding): string {
  const rated = category === 'malware' ? 'Malware' : severityName(severity)
  if (cvss === null) return rated
  return `${rated}, CVSS ${cvss.toFixed(1)}${vector ? ` (${vector.text})` : ''}`
}

function exploitOf({ knownExploited, epss }: ReportFinding): string[] {
  const known = knownExploited ? ['known to be exploited'] : []
  return epss === null
    ? known
    : [...known, `within 30 days with a probability of ${(epss * 100).toFixed(1)} %`]
}

function pathsOf({ paths }: ReportFinding): string[] {
  if (paths.length === 0) return ['unknown: the documents contain no dependency relationships']
  return paths.map(describePath).map((path) => (path.length === 1 ? `Direct: ${path[0]}` : path.join(' > ')))
}

const describeExclusion = ({ reason, description, repositoryFile }: NonNullable<ReportFinding['excluded']>) =>
  `${reason}: ${description}${repositoryFile === undefined ? '' : ` (from ${repositoryFile})`}`
