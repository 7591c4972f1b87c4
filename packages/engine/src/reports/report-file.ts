import { toWireSeverity } from '../vocabulary.ts'
import type { SafeVersions } from '../advisories/find-fixes.ts'
import { licenseName } from '../licenses/spdx.ts'
import { assumedRating } from '../scoring/security-penalty.ts'
import type { ReportComponent, ReportFinding, ScanReport } from './scan-report.ts'

/** The report file format read by other tools: scores are strings, unknown fields are omitted. Times are UTC. */
export function writeReportFile(report: ScanReport): object {
  const { project, scores } = report
  return {
    url: report.reportUrl ?? project.url,
    name: project.name,
    timestamp: new Date(report.at).toISOString().slice(0, 19).replace('T', ' '),
    scores: {
      security: String(scores.security),
      stability: String(scores.stability),
      licensing: String(scores.licensing),
    },
    // Of Assay: what the scores were computed from.
    ...(report.coverage && {
      coverage: { listed: report.coverage.listed, checked: report.coverage.checked },
    }),
    measured: report.measured,
    reports: { security: securityOf(report), stability: stabilityOf(report), licensing: licensingOf(report) },
  }
}

/** One entry per package version, by language. */
function securityOf({ findings, scores }: ScanReport) {
  const byLanguage = Map.groupBy(findings, ({ language }) => language)
  return {
    score: scores.security,
    reports: [...byLanguage].sort(byName).map(([language, own]) => {
      const byVersion = Map.groupBy(own, ({ name, version }) => `${name}\n${version}`)
      return { language, reports: [...byVersion].sort(byName).map(([, entries]) => entryOf(entries)) }
    }),
  }
}

function entryOf(findings: ReportFinding[]) {
  const { name, version, locations, paths, safeVersions, recommended } = findings[0]!
  const path = paths[0] ?? [`${name}:${version}`]
  return {
    dependency: { name, version, dependencies: [], locations },
    advices: findings.map((finding) => adviceOf(finding)),
    hierarchy: ['project:--', ...path],
    locations,
    safeVersions: known(safeVersions),
    ...(recommended && { recommended }),
    // Without a dependency graph, it is unknown.
    ...(paths.length > 0 && { transitive: path.length > 1 }),
  }
}

const adviceOf = (finding: ReportFinding, rating = assumedRating(finding)) => ({
  id: finding.advisoryUuid,
  library: { name: finding.name, language: finding.language },
  description: finding.description,
  severity: toWireSeverity[rating.severity],
  links: finding.links,
  type: 'SECURITY',
  cvss: new OneDecimal(rating.cvss),
  versionRange: finding.versionRange,
  cve: finding.cve ?? 'N/A',
  ...(finding.cwes[0] !== undefined && { cwe: finding.cwes[0] }),
  ...(finding.fixesThis && { fixesThis: finding.fixesThis }),
  ...(finding.excluded && { exclusions: [finding.excluded] }),
})

const known = ({ latestPatch, latestMinor, latestMajor }: SafeVersions) => ({
  ...(latestPatch !== null && { latestPatch }),
  ...(latestMinor !== null && { latestMinor }),
  ...(latestMajor !== null && { latestMajor }),
})

/** Readers take every entry for an outdated component: others are not listed, even with warnings. */
function stabilityOf({ components, scores, libyears, unknownReleases }: ScanReport) {
  const outdated = components.filter(({ newer }) => newer !== null)
  return {
    score: scores.stability,
    ...(libyears !== null && { libyears }),
    ...(unknownReleases !== null && { unknownReleases }),
    reports: byLanguage(outdated).map(([language, list]) => ({
      language,
      versions: list.map(({ name, version, newer, libyears: years, stability: warnings }) => ({
        name,
        version,
        ...(newer && known(newer)),
        ...(years !== null && { libyears: years }),
        ...(warnings.length > 0 && { warnings }),
      })),
    })),
  }
}

function licensingOf({ components, scores }: ScanReport) {
  const reports = byLanguage(components).map(([language, list]) => ({
    language,
    results: list.map(({ name, version, licenses, warnings, violations }) => ({
      name,
      version,
      licenses: licenses.map(licenseOf),
      warnings,
      violations,
    })),
    warningsCount: count(list, ({ warnings }) => warnings),
    violationsCount: count(list, ({ violations }) => violations),
  }))
  return {
    score: scores.licensing,
    reports,
    warningsCount: count(components, ({ warnings }) => warnings),
    violationsCount: count(components, ({ violations }) => violations),
  }
}

function licenseOf(id: string) {
  const name = licenseName(id)
  const uri = name === null ? '' : `https://spdx.org/licenses/${id}.html`
  return { id, name: name ?? id, uri, wildcard: false }
}

const byLanguage = <T extends Pick<ReportComponent, 'language'>>(list: readonly T[]) =>
  [...Map.groupBy(list, ({ language }) => language)].sort(byName)

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

const count = <T>(results: readonly T[], pick: (result: T) => unknown[]) =>
  results.reduce((sum, each) => sum + pick(each).length, 0)

/** Formats 7 as 7.0, as the format requires. */
class OneDecimal {
  readonly #value: number
  constructor(value: number) {
    this.#value = value
  }
  toJSON(): unknown {
    const raw = JSON as unknown as { rawJSON?: (text: string) => unknown }
    return raw.rawJSON?.(this.#value.toFixed(1)) ?? this.#value
  }
}
