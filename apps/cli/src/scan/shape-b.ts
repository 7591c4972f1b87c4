import type { Report } from '@assay/contract/reports.ts'

type Entry = Report['security']['assessments'][number]['reports'][number]
type Licensed = Report['licensing']['assessments'][number]['results'][number]
type SafeVersions = Entry['safeVersions']

interface Named {
  url: string
  name: string
}

/** The report file that other tools read: scores are strings, unknown fields are left out. Times are UTC. */
export function reportFile(report: Report, { url, name }: Named): object {
  const { uuid, branch } = report.project
  return {
    url: `${url}/projects/?pid=${uuid}&branch=${encodeURIComponent(branch)}&mode=eli`,
    name,
    timestamp: timestampOf(report),
    scores: {
      security: String(report.security.score),
      stability: String(report.stability.score),
      licensing: String(report.licensing.score),
    },
    reports: { security: securityOf(report), stability: stabilityOf(report), licensing: licensingOf(report) },
  }
}

function timestampOf({ timestamp: at }: Report): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.year}-${two(at.monthValue)}-${two(at.dayOfMonth)}`
  return `${day} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`
}

const securityOf = ({ security }: Report) => ({
  score: security.score,
  reports: security.assessments.map(({ language, reports }) => ({ language, reports: reports.map(entryOf) })),
})

const entryOf = ({ dependency, advices, hierarchy, locations, safeVersions }: Entry) => ({
  dependency: { ...dependency, dependencies: [], locations },
  advices: advices.map((advice) => ({
    id: advice.id,
    library: advice.library,
    description: advice.description,
    severity: advice.severity,
    links: advice.links,
    type: advice.type,
    cvss: new OneDecimal(advice.cvss),
    versionRange: advice.versionRange,
    cve: advice.cve ?? 'N/A',
    ...(advice.cwe !== null && { cwe: advice.cwe }),
    ...(advice.exclusions && { exclusions: advice.exclusions }),
  })),
  hierarchy: ['project:--', ...hierarchy],
  locations,
  safeVersions: known(safeVersions),
  transitive: hierarchy.length > 1,
})

const known = ({ latestPatch, latestMinor, latestMajor }: SafeVersions) => ({
  ...(latestPatch !== null && { latestPatch }),
  ...(latestMinor !== null && { latestMinor }),
  ...(latestMajor !== null && { latestMajor }),
})

const stabilityOf = ({ stability }: Report) => ({
  score: stability.score,
  reports: stability.assessments.map(({ language, versions }) => ({
    language,
    versions: versions.map(({ name, version, ...latest }) => ({ name, version, ...known(latest) })),
  })),
})

function licensingOf({ licensing }: Report) {
  const reports = licensing.assessments.map(({ language, results }) => ({
    language,
    results: results.map(({ licenses, ...rest }) => ({
      ...rest,
      warnings: warningsOf({ licenses, ...rest }),
      licenses: licenses.map((license) => ({ ...license, wildcard: false })),
    })),
    warningsCount: count(results, warningsOf),
    violationsCount: count(results, ({ violations }) => violations),
  }))
  return {
    score: licensing.score,
    reports,
    warningsCount: reports.reduce((sum, { warningsCount }) => sum + warningsCount, 0),
    violationsCount: reports.reduce((sum, { violationsCount }) => sum + violationsCount, 0),
  }
}

/** Whoever has no license has a warning. */
const warningsOf = ({ licenses, warnings }: Licensed) =>
  licenses.length === 0 && warnings.length === 0 ? ['No license is declared'] : warnings

const count = <T>(results: T[], pick: (result: T) => unknown[]) =>
  results.reduce((sum, each) => sum + pick(each).length, 0)

/** JSON has no 7.0; the format does. */
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
