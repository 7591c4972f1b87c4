import { describePath } from './describe-path.ts'
import { assumedCvss } from '../scoring/security-penalty.ts'
import { domains } from '../vocabulary.ts'
import { describeUsage } from '../usage/describe-usage.ts'
import { describeRules, rulesOfFinding } from './describe-rules.ts'
import {
  describeBasis,
  describeChecked,
  describeFixes,
  describeUnread,
  findingPage,
  uncertainStream,
} from './scan-report.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

/** SARIF 2.1.0, with one rule per advisory: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function writeSarif(report: ScanReport): object {
  const byAdvisory = Map.groupBy(report.findings, ({ advisoryUuid }) => advisoryUuid)
  const ruleIndexes = new Map([...byAdvisory.keys()].map((uuid, index) => [uuid, index]))
  const byFinding = Map.groupBy(report.findings, fingerprintOf)
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { ...report.tool, rules: [...byAdvisory.values()].map(([first]) => ruleOf(first!)) },
        },
        automationDetails: { id: `assay/${report.project.name}/` },
        columnKind: 'utf16CodeUnits',
        properties: propertiesOf(report),
        invocations: [
          {
            executionSuccessful: describeUnread(report) === null,
            endTimeUtc: new Date(report.at).toISOString(),
            toolExecutionNotifications: report.issues.map(({ code, message, where, isUnread }) => ({
              descriptor: { id: code },
              level: isUnread ? 'error' : 'warning',
              message: { text: `${where}: ${message}` },
            })),
          },
        ],
        results: [...byFinding].map(([fingerprint, findings]) =>
          resultOf(findings, { report, fingerprint, ruleIndex: ruleIndexes.get(findings[0]!.advisoryUuid)! }),
        ),
      },
    ],
  }
}

/** Scores that were not measured are null. */
const propertiesOf = (report: ScanReport) => ({
  outcome: report.outcome,
  scores: Object.fromEntries(
    domains.map((domain) => [domain, report.measured[domain] ? report.scores[domain] : null]),
  ),
  ...(report.coverage && {
    coverage: {
      listed: report.coverage.listed,
      checked: report.coverage.checked,
      summary: describeChecked(report),
    },
  }),
  ...(report.incomplete !== null && { incomplete: report.incomplete }),
  ...(report.advisories && { advisories: describeBasis(report.advisories) }),
  ...(report.reportUrl !== null && { report: report.reportUrl }),
  policyRules: describeRules(report),
})

/** A finding keeps its fingerprint if the package moves to another affected version. */
const fingerprintOf = ({ language, name, advisoryUuid }: ReportFinding) =>
  `${language}/${name}/${advisoryUuid}`

const levels: Record<ReportFinding['severity'], string> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  unknown: 'warning',
  low: 'note',
  none: 'note',
}
const maxTextLength = 1000

const levelOf = ({ severity, category }: ReportFinding) =>
  category === 'malware' ? 'error' : levels[severity]

function ruleOf(finding: ReportFinding): object {
  const { id, summary, description, cwes, page, aliases, category } = finding
  const isUnrated = finding.severity === 'unknown' && category !== 'malware'
  const cweTags = cwes.map((cwe) => `external/cwe/${cwe.toLowerCase()}`)
  return {
    id,
    shortDescription: { text: cut(summary || `Vulnerability ${id}`) },
    fullDescription: { text: cut(description || summary || `Vulnerability ${id}`) },
    ...(page !== null && { helpUri: page }),
    defaultConfiguration: { level: levelOf(finding) },
    properties: {
      // Viewers turn any score into a severity, which an unrated advisory has not.
      ...(!isUnrated && { 'security-severity': assumedCvss(finding).toFixed(1) }),
      tags: ['security', category, ...(isUnrated ? ['unrated'] : []), ...cweTags],
      aliases,
    },
  }
}

const rulesText = (names: readonly string[]) =>
  names.length === 0 ? [] : [`Policy rules: ${names.join(', ')}.`]

function resultOf(findings: ReportFinding[], { report, fingerprint, ruleIndex }: Numbered): object {
  const [first] = findings as [ReportFinding, ...ReportFinding[]]
  const files = [...new Set(findings.flatMap(({ locations }) => locations))]
  const reasons = findings.map(({ excluded }) => excluded).filter((excluded) => excluded !== null)
  const suppressions = reasons.slice(0, 1).map(({ reason, description }) => ({
    kind: 'external',
    status: 'accepted',
    justification: [reason, description].filter((text) => text !== '').join(': '),
  }))
  const page = findingPage(report, first)
  const policyRules = [...new Set(findings.flatMap((finding) => rulesOfFinding(report, finding)))]
  return {
    ruleId: first.id,
    ruleIndex,
    level: levelOf(first),
    message: { text: [messageOf(findings), ...rulesText(policyRules)].join(' ') },
    // With what a URI may not hold percent-encoded.
    ...(page !== null && URL.canParse(page) && { hostedViewerUri: new URL(page).href }),
    locations: files.map((file) => ({
      physicalLocation: {
        artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
        // Lockfiles are not parsed by line, but viewers require a line.
        region: { startLine: 1 },
      },
      logicalLocations: findings.map(({ name, version, purl }) => ({
        name: `${name}@${version}`,
        fullyQualifiedName: purl ?? `${name}@${version}`,
        kind: 'module',
      })),
    })),
    ...(first.usage && { properties: { usage: first.usage } }),
    partialFingerprints: { 'assayFinding/v1': fingerprint },
    // A result counts as suppressed only if all of its versions are.
    ...(reasons.length === findings.length && { suppressions }),
  }
}

interface Numbered {
  report: ScanReport
  fingerprint: string
  ruleIndex: number
}

function messageOf(findings: ReportFinding[]): string {
  const [first] = findings as [ReportFinding, ...ReportFinding[]]
  const { id, name, summary, paths } = first
  const versions = findings.map(({ version }) => version).join(', ')
  const above = describePath(paths[0] ?? []).slice(0, -1)
  return [
    `${name} ${versions} is affected by ${id}${summary === '' ? '' : `: ${summary}`}.`,
    ...(findings.every(({ isUncertain }) => isUncertain) ? [uncertainStream] : []),
    ...fixesOf(findings),
    ...(first.usage ? [describeUsage(first.usage)] : []),
    ...(above.length === 0 ? [] : [`It came in by ${above.join(' > ')}.`]),
  ].join(' ')
}

/** Per affected version; versions with the same fixes share a sentence. */
function fixesOf(findings: readonly ReportFinding[]): string[] {
  const byFixes = Map.groupBy(findings, (finding) => describeFixes(finding))
  return [...byFixes].map(([fixes, own]) => {
    const of = byFixes.size === 1 ? '' : ` for ${own.map(({ version }) => version).join(', ')}`
    return own[0]!.fixesThis === null ? `No fix is known${of}.` : `Fixed${of} in ${fixes}.`
  })
}

const cut = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text)

const uriOf = (path: string) =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join('/')
