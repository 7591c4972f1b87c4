import { componentKey } from './component-key.ts'
import { type Severity, severities } from '../vocabulary.ts'
import type { ReportFinding, ScanReport } from './scan-report.ts'

export interface ReportFilter {
  /** The least severe findings to keep. */
  severity?: Severity | undefined
  /** Only findings with a fix. */
  onlyFixed?: boolean | undefined
  /** Without what only development or tests need. */
  excludeDev?: boolean | undefined
}

/** What to show of a report. Scores and outcome stay those of the whole scan. */
export function filterReport(report: ScanReport, filter: ReportFilter): ScanReport {
  const { severity, onlyFixed = false, excludeDev = false } = filter
  if (severity === undefined && !onlyFixed && !excludeDev) return report
  const isDev = devComponents(report)
  const findings = report.findings.filter(
    (finding) =>
      (severity === undefined || isAtLeast(finding, severity)) &&
      (!onlyFixed || finding.fixesThis !== null) &&
      (!excludeDev || !isDev.has(componentKey(finding))),
  )
  return excludeDev ? { ...withoutDev(report), findings } : { ...report, findings }
}

/** Malware is always kept, and an unknown severity may be any. */
const isAtLeast = ({ severity, category }: ReportFinding, least: Severity) =>
  category === 'malware' ||
  severity === 'unknown' ||
  severities.indexOf(severity) <= severities.indexOf(least)

/** Versions that nothing else uses. */
function devComponents({ components }: ScanReport): ReadonlySet<string> {
  const used = new Set(components.filter(({ isTest }) => !isTest).map(componentKey))
  return new Set(components.map(componentKey).filter((key) => !used.has(key)))
}

function withoutDev(report: ScanReport): ScanReport {
  const kept = [...report.components.keys()].filter((index) => !report.components[index]!.isTest)
  const indexes = new Map(kept.map((before, index) => [before, index]))
  const components = kept.map((index) => {
    const component = report.components[index]!
    const requiredBy = component.requiredBy.flatMap((parent) => indexes.get(parent) ?? [])
    return { ...component, requiredBy }
  })
  return { ...report, components }
}
