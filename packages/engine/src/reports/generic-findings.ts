import { isoDay } from '../time.ts'
import type { Severity } from '../vocabulary.ts'
import { describeChecked, describeFixes } from './scan-report.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

/**
 * DefectDojo's "Generic Findings Import", which refuses fields that it does not know:
 * https://docs.defectdojo.com/supported_tools/parsers/generic_findings_import/
 */
export function writeGenericFindings(report: ScanReport): object {
  const date = isoDay(report.at)
  const notes = [describeChecked(report), report.incomplete, report.reportUrl].filter((note) => note !== null)
  return {
    name: report.tool.name,
    type: report.tool.name,
    version: report.tool.version,
    description: notes.join('\n'),
    static_tool: true,
    dynamic_tool: false,
    findings: report.findings.map((finding) => ({ ...findingOf(finding), date })),
  }
}

const severities: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'Info',
  unknown: 'Medium',
}

const maxTitleLength = 500

function findingOf(finding: ReportFinding) {
  const { id, aliases, name, version, language, advisoryUuid, locations, cwes, category } = finding
  const isMalware = category === 'malware'
  const [cwe] = cwes.flatMap((each) => /^CWE-(\d+)$/i.exec(each)?.[1] ?? [])
  return {
    title: `${id} in ${name} ${version}`.slice(0, maxTitleLength),
    description: finding.description || finding.summary || `${name} ${version} is affected by ${id}.`,
    severity: isMalware ? 'Critical' : severities[finding.severity],
    vulnerability_ids: [id, ...aliases],
    vuln_id_from_tool: id,
    // The same after an upgrade that stays vulnerable, and if the severity changes.
    unique_id_from_tool: `${language}/${name}/${advisoryUuid}`,
    component_name: name,
    component_version: version,
    ...(locations.length > 0 && { file_path: locations[0] }),
    ...(cwe !== undefined && { cwe: Number(cwe) }),
    ...ratingOf(finding),
    ...(finding.epss !== null && { epss_score: finding.epss }),
    ...(finding.knownExploited !== null && { known_exploited: finding.knownExploited }),
    fix_available: finding.fixesThis !== null,
    ...(finding.fixesThis && { fix_version: finding.fixesThis.version }),
    mitigation: mitigationOf(finding),
    references: finding.links.map(({ url }) => url).join('\n'),
    static_finding: true,
    dynamic_finding: false,
    ...stateOf(finding),
  }
}

function ratingOf({ vector, cvss }: ReportFinding) {
  if (vector?.version.startsWith('4'))
    return { cvssv4: vector.text, ...(cvss !== null && { cvssv4_score: cvss }) }
  const isThree = vector?.version.startsWith('3') === true
  return { ...(isThree && { cvssv3: vector.text }), ...(cvss !== null && { cvssv3_score: cvss }) }
}

function mitigationOf(finding: ReportFinding): string {
  if (finding.category === 'malware') return `Remove ${finding.name}.`
  return finding.fixesThis === null
    ? 'No fix is known.'
    : `Upgrade ${finding.name} to ${describeFixes(finding)}.`
}

/** What is excluded here is accepted there, with the reason. */
function stateOf({ excluded }: ReportFinding) {
  if (excluded === null) return { active: true }
  const impact = [excluded.reason, excluded.description].filter((text) => text !== '').join(': ')
  return { active: false, risk_accepted: true, impact }
}
