import { componentKey } from '@assay/engine/reports/component-key.ts'
import { noLicense } from '@assay/engine/licenses/license-words.ts'
import type { Report } from '@assay/contract/report.ts'
import type { AdvisoryLink } from '@assay/engine/advisories/advisory.ts'
import { fromWireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'
import { advisoryPage, displayId, publicIdOf } from '@assay/engine/advisories/public-id.ts'
import { describeCoverage } from '@assay/engine/coverage.ts'
import {
  basisOf,
  describeUnread,
  type EcosystemData,
  type ReportComponent,
  type ReportFinding,
  type ScanReport,
} from '@assay/engine/reports/scan-report.ts'

type Entry = Report['security']['assessments'][number]['reports'][number]
type Advice = Entry['advices'][number]

/** Data not contained in the server's report. */
type Rest = Pick<ScanReport, 'tool' | 'minimumScores' | 'reportUrl'> & { name: string; url: string }

/** Converts the server's full report for the report writers. */
export function readServerReport(
  report: Report,
  { tool, minimumScores, name, url, reportUrl }: Rest,
): ScanReport {
  const { outcome, security, stability, licensing, issues } = report
  return {
    tool,
    minimumScores,
    outcome,
    issues,
    measured: report.measured,
    // See addGaps.
    coverage: { listed: report.coverage.listed, checked: report.coverage.checked, gaps: [] },
    incomplete: describeIncomplete(report),
    reportUrl,
    advisories: report.advisoryData ? basisOf(report.advisoryData as EcosystemData[]) : null,
    at: timeOf(report),
    project: { name, url, branch: report.project.branch },
    scores: { security: security.score, stability: stability.score, licensing: licensing.score },
    findings: security.assessments
      .flatMap(({ language, reports }) => reports.flatMap((entry) => findingsOf(entry, language)))
      .sort((a, b) => rankOf(a) - rankOf(b) || isNotSeen(a) - isNotSeen(b)),
    libyears: stability.libyears,
    unknownReleases: stability.unknownReleases,
    components: componentsOf(report),
    ...(report.rules && { rules: report.rules }),
  }
}

/** Why the outcome cannot be PASS; null if nothing relevant was missed. */
export function describeIncomplete({ coverage, issues }: Pick<Report, 'coverage' | 'issues'>): string | null {
  if (coverage.blocking > 0) return `Vulnerabilities may be missed: ${describeCoverage(coverage)}.`
  return describeUnread({ issues })
}

function timeOf({ timestamp: at }: Report): number {
  return Date.UTC(at.year, at.monthValue - 1, at.dayOfMonth, at.hour, at.minute, at.second)
}

const order = wireSeverities.map(fromWireSeverity)

const isNotSeen = ({ usage }: ReportFinding) => Number(usage?.state === 'not-seen')

const rankOf = ({ severity, excluded }: ReportFinding) =>
  order.indexOf(severity) + (excluded ? order.length : 0)

const findingsOf = (entry: Entry, language: string): ReportFinding[] =>
  entry.advices.map((advice) => findingOf(entry, advice, language))

function findingOf(entry: Entry, advice: Advice, language: string): ReportFinding {
  const {
    id: advisoryUuid,
    cve,
    cwe,
    cvss,
    description,
    versionRange,
    fixedVersions,
    evidence,
    fixesThis,
  } = advice
  const { dependency, locations, safeVersions, recommended, hierarchy } = entry
  const ids = advice.source.split(', ').filter((alias) => alias !== '')
  const id = advice.displayId ?? displayId({ cve, publicId: publicIdOf(ids), advisoryUuid })
  const links = advice.links as AdvisoryLink[]
  return {
    advisoryUuid,
    id,
    cve,
    description,
    versionRange,
    fixedVersions,
    fixesThis,
    recommended,
    evidence,
    language,
    aliases: advice.aliases ?? ids.filter((alias) => alias !== id),
    summary: advice.summary ?? description.split('\n', 1)[0]!,
    severity: fromWireSeverity(advice.rating?.severity ?? advice.severity),
    cvss: advice.rating ? advice.rating.cvss : cvss === 0 ? null : cvss,
    vector: advice.vector ?? null,
    cwes: advice.cwes ?? (cwe === null ? [] : [cwe]),
    links,
    page: advisoryPage(id, links),
    isUncertain: advice.isUncertain ?? false,
    knownExploited: advice.isKnownExploited ?? null,
    epss: advice.epss ?? null,
    ...(advice.usage && { usage: advice.usage }),
    category: isMalware(advice) ? 'malware' : 'vulnerability',
    name: dependency.name,
    version: dependency.version,
    purl: null,
    locations,
    safeVersions,
    // Older servers do not say whether it is known.
    paths: entry.isDirect === null ? [] : [hierarchy],
    excluded: advice.exclusions?.[0] ?? null,
    vex: advice.vex ?? null,
  }
}

/** Older servers only send the ids. */
const isMalware = ({ category, source }: Advice) =>
  category === undefined ? source.startsWith('MAL-') : category === 'malware'

function componentsOf({ licensing, stability }: Report): ReportComponent[] {
  const componentsByKey = new Map(
    stability.assessments.flatMap(({ language, versions }) =>
      versions.map(
        ({ name, version, ...rest }) => [componentKey({ language, name, version }), rest] as const,
      ),
    ),
  )
  return licensing.assessments.flatMap(({ language, results }) =>
    results.map(({ name, version, licenses, licenseSource, licenseRegistry, warnings, violations }) => ({
      language,
      name,
      version,
      purl: null,
      isDirect: null,
      isTest: false,
      locations: [],
      licenses: licenses.map(({ id }) => id),
      licenseSource,
      licenseRegistry,
      violations,
      requiredBy: [],
      // Components without a license have a warning.
      warnings: licenses.length === 0 && warnings.length === 0 ? [noLicense] : warnings,
      ...stabilityOf(componentsByKey.get(componentKey({ language, name, version }))),
    })),
  )
}

type Listed = Report['stability']['assessments'][number]['versions'][number]

/** Some are listed only because of warnings. */
function stabilityOf(listed: Omit<Listed, 'name' | 'version'> | undefined) {
  if (!listed) return { newer: null, libyears: null, stability: [] }
  const { warnings: stability, libyears, ...newer } = listed
  const isOutdated = Object.values(newer).some((version) => version !== null)
  return { newer: isOutdated ? newer : null, libyears, stability }
}
