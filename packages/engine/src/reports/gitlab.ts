import type { Severity } from '../vocabulary.ts'
import { describeRules, rulesOfFinding } from './describe-rules.ts'
import { describeChecked, describeFixes, findingPage } from './scan-report.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'
import { nameUuid } from '../name-uuid.ts'

/** Servers reject versions that they do not know, so it is not the newest one. */
const schemaVersion = '15.1.4'

/**
 * GitLab's dependency scanning report:
 * https://gitlab.com/gitlab-org/security-products/security-report-schemas. Excluded findings are left out.
 */
export function writeGitlab(report: ScanReport): object {
  const { findings, at } = report
  const time = new Date(at).toISOString().slice(0, 19)
  const tool = {
    id: 'assay',
    name: report.tool.name,
    version: report.tool.version,
    vendor: { name: report.tool.name },
  }
  const messages = messagesOf(report)
  return {
    version: schemaVersion,
    scan: {
      type: 'dependency_scanning',
      status: 'success',
      start_time: time,
      end_time: time,
      analyzer: tool,
      scanner: tool,
      ...(messages.length > 0 && { messages }),
    },
    vulnerabilities: findings
      .filter(({ excluded }) => excluded === null)
      .flatMap((finding) => filesOf(finding).map((file) => vulnerabilityOf(report, finding, file))),
    dependency_files: dependencyFilesOf(report),
  }
}

function messagesOf(report: ScanReport) {
  const { incomplete: gaps } = report
  const checked = describeChecked(report)
  return [
    ...(checked === null ? [] : [{ level: 'info', value: `${checked}.` }]),
    ...(report.reportUrl === null ? [] : [{ level: 'info', value: `Report: ${report.reportUrl}` }]),
    ...describeRules(report).map(({ title, details, page }) => ({
      level: 'warn',
      value: `${title}: ${details.join('; ')}.${page === null ? '' : ` ${page}`}`,
    })),
    ...(gaps === null ? [] : [{ level: 'warn', value: gaps }]),
  ]
}

const severities: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'Info',
  unknown: 'Unknown',
}

/** A vulnerability stands in one file, which has a name. */
const filesOf = ({ locations }: ReportFinding) =>
  locations.length > 0 ? [...new Set(locations)] : ['unknown']

const [maxNameLength, maxSolutionLength, maxDescriptionLength] = [255, 7000, 1_048_576]

function vulnerabilityOf(report: ScanReport, finding: ReportFinding, file: string) {
  const { id, summary, description, severity, category, name, version, links, language } = finding
  const pages = new Set(links.map(({ url }) => url).filter((url) => /^https?:\/\/\S+$/.test(url)))
  const page = findingPage(report, finding)
  if (page !== null) pages.add(page)
  const rules = rulesOfFinding(report, finding)
  const key = `${language}/${name}/${version}/${finding.advisoryUuid}/${file}`
  return {
    id: nameUuid(`urn:assay:gitlab:${key}`),
    name: (summary || `${id} in ${name}`).slice(0, maxNameLength),
    description: (description || summary || `${name} ${version} is affected by ${id}.`).slice(
      0,
      maxDescriptionLength,
    ),
    severity: category === 'malware' ? 'Critical' : severities[severity],
    solution: solutionOf(finding).slice(0, maxSolutionLength),
    identifiers: [id, ...finding.aliases].map(identifierOf),
    ...(pages.size > 0 && { links: [...pages].map((url) => ({ url })) }),
    ...(rules.length > 0 && {
      details: { policy_rules: { type: 'text', name: 'Policy rules', value: rules.join(', ') } },
    }),
    location: { file, dependency: dependencyOf(finding) },
  }
}

const solutionOf = (finding: ReportFinding) =>
  finding.category === 'malware'
    ? `Remove ${finding.name}.`
    : finding.fixesThis === null
      ? 'No fix is known.'
      : `Upgrade ${finding.name} to ${describeFixes(finding)}.`

const types: readonly [prefix: string, type: string, page: (id: string) => string][] = [
  ['CVE-', 'cve', (id) => `https://nvd.nist.gov/vuln/detail/${id}`],
  ['GHSA-', 'ghsa', (id) => `https://github.com/advisories/${id}`],
]

function identifierOf(id: string) {
  const known = types.find(([prefix]) => id.startsWith(prefix))
  if (known) return { type: known[1], name: id, value: id, url: known[2](id) }
  const isOwn = /^(?:MET|ASY)-/.test(id)
  return {
    type: isOwn ? 'assay' : 'osv',
    name: id,
    value: id,
    ...(!isOwn && { url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}` }),
  }
}

const dependencyOf = ({ name, version }: { name: string; version: string }) => ({
  package: { name },
  version,
})

/** The components of each file. A file of several ecosystems has an entry for each. */
function dependencyFilesOf({ components }: ScanReport) {
  const listed = components.flatMap((component) =>
    component.locations.map((path) => ({ path, component, key: `${path}\n${component.language}` })),
  )
  return [...Map.groupBy(listed, ({ key }) => key).values()].map((entries) => ({
    path: entries[0]!.path,
    package_manager: entries[0]!.component.language,
    dependencies: entries.map(({ component }) => dependencyOf(component)),
  }))
}
