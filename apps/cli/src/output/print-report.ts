import type { Report } from '@assay/contract/reports.ts'
import type { Scores } from '../exit-codes.ts'
import { table } from './table.ts'

type Entry = Report['security']['assessments'][number]['reports'][number]
type Advice = Entry['advices'][number]

const severityOrder = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NA', 'NONE', 'SUGGEST']
const columns = ['Severity', 'Package', 'Version', 'Vulnerability', 'Fixed in', 'Path']
const mostFixes = 4

/** Scores against their minimums, then the findings, the worst first; the excluded ones come last. */
export function printReport(report: Report, minimums: Scores): string {
  const domains = ['security', 'stability', 'licensing'] as const
  const scores = domains.map((domain) => [
    domain[0]!.toUpperCase() + domain.slice(1),
    String(report[domain].score),
    String(minimums[domain]),
    report[domain].score < minimums[domain] ? 'below the minimum' : 'ok',
  ])
  const findings = findingsOf(report)
  const list = findings.length === 0 ? '' : `${table(columns, findings.map(rowOf))}\n\n`
  return `\n${table(['', 'Score', 'Minimum', ''], scores)}\n\n${list}${summaryOf(findings)}\n`
}

interface Finding {
  entry: Entry
  advice: Advice
}

const findingsOf = (report: Report): Finding[] =>
  report.security.assessments
    .flatMap(({ reports }) => reports)
    .flatMap((entry) => entry.advices.map((advice) => ({ entry, advice })))
    .sort((a, b) => rankOf(a) - rankOf(b))

const rankOf = ({ advice }: Finding) =>
  severityOrder.indexOf(advice.severity) + (advice.exclusions ? severityOrder.length : 0)

const rowOf = ({ entry: { dependency, hierarchy }, advice }: Finding): string[] => [
  advice.exclusions ? `${advice.severity} (excluded)` : advice.severity,
  dependency.name,
  dependency.version,
  shownId(advice),
  fixesOf(advice),
  pathOf(hierarchy),
]

/** As the dashboard shows it: the CVE, else MET- and the part before the first hyphen. */
const shownId = ({ cve, id }: Advice) => cve ?? `MET-${id.split('-', 1)[0]}`

function fixesOf({ fixedVersions }: Advice): string {
  if (fixedVersions.length === 0) return 'no fix known'
  const shown = fixedVersions.slice(0, mostFixes).join(', ')
  return fixedVersions.length > mostFixes ? `${shown}, …` : shown
}

/** What brings it in; its middle is left out when it is long. The report files hold the whole of it. */
function pathOf(hierarchy: string[]): string {
  const above = hierarchy.slice(0, -1)
  if (above.length === 0) return ''
  return (above.length > 3 ? [above[0], '…', above.at(-1)] : above).join(' > ')
}

function summaryOf(findings: Finding[]): string {
  const active = findings.filter(({ advice }) => !advice.exclusions)
  const excluded = findings.length - active.length
  const also = excluded > 0 ? ` ${excluded} more excluded.` : ''
  if (active.length === 0) return `No vulnerabilities found.${also}`
  const packages = new Set(active.map(({ entry }) => entry)).size
  return `${counted(active.length, 'vulnerability', 'vulnerabilities')} in ${counted(packages, 'package version', 'package versions')}.${also}`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
