import { describePath } from '@assay/engine/reports/describe-path.ts'
import type { SortDirection } from '@assay/contract/metrics.ts'
import type { Fix } from '@assay/contract/report.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { steps, type WireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'
import { compareSeverity } from '../../../widgets/findings/severity-model.ts'
import type { ReportSearch } from '../report/search.ts'
import { locale } from '../../../language/format.ts'

/** A finding with the values shown in its row. */
export interface FindingRow {
  /** Unique within a report. */
  key: string
  id: string
  finding: Finding
  versions: string[]
  /** true if any version is a direct dependency; null if unknown. */
  isDirect: boolean | null
  /** The nearest releases not affected by this advisory, per affected version, deduplicated. */
  fixes: Fix[]
  /** The same, without any known advisory. */
  recommended: Fix[]
  /** The shortest dependency path without the package itself; empty if direct or unknown. */
  via: string[]
  /** Number of further paths. */
  otherPaths: number
}

export function findingRow(finding: Finding): FindingRow {
  const { advisoryUuid, displayId, ecosystem, package: name, versions } = finding
  const paths = versions.flatMap((each) => each.paths).toSorted((a, b) => a.length - b.length)
  const relations = versions.map(({ isDirect }) => isDirect)
  return {
    key: `${advisoryUuid}.${ecosystem}.${name}`,
    id: displayId,
    finding,
    versions: versions.map(({ version }) => version),
    isDirect: relations.includes(true) ? true : relations.includes(false) ? false : null,
    fixes: distinct(versions.map(({ fixesThis }) => fixesThis)),
    recommended: distinct(versions.map((each) => each.recommended)),
    via: describePath(paths[0] ?? []).slice(0, -1),
    otherPaths: Math.max(0, paths.length - 1),
  }
}

const distinct = (fixes: (Fix | null)[]) => [
  ...new Map(fixes.filter((fix) => fix !== null).map((fix) => [fix.version, fix])).values(),
]

type Filters = Pick<ReportSearch, 'q' | 'severity' | 'show'>

/** The findings matching the filters. */
export function filterFindings(
  rows: readonly FindingRow[],
  { q = '', severity, show }: Filters,
): FindingRow[] {
  const severities = severity ? severity.split(',') : null
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (severities && !severities.includes(row.finding.severity)) return false
    if (show && !shows[show](row)) return false
    const text = words.length > 0 ? searched(row) : ''
    return words.every((word) => text.includes(word))
  })
}

const shows: Record<NonNullable<Filters['show']>, (row: FindingRow) => boolean> = {
  direct: ({ isDirect }) => isDirect === true,
  fixable: ({ fixes }) => fixes.length > 0,
  exploited: ({ finding }) => finding.isKnownExploited,
  excluded: ({ finding }) => finding.exclusion !== null,
  // Parameters of other lists.
  problems: () => true,
  unknown: () => true,
  vulnerable: () => true,
}

const searched = ({ id, finding, versions, via }: FindingRow) =>
  [id, ...finding.recordIds, finding.package, ...versions, finding.summary, ...via].join('\n').toLowerCase()

/** Number per severity, most severe first, without excluded ones. */
export function countSeverities(rows: readonly FindingRow[]): { severity: WireSeverity; count: number }[] {
  const counted = rows.filter(({ finding }) => finding.exclusion === null)
  return wireSeverities
    .map((severity) => ({
      severity,
      count: counted.filter(({ finding }) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
}

/** In table order, each with its initial sort direction. */
export const findingColumns = {
  severity: 'asc',
  id: 'asc',
  package: 'asc',
  fix: 'asc',
  recommended: 'asc',
  via: 'asc',
  since: 'asc',
} as const
export type FindingColumn = keyof typeof findingColumns

const orders: Record<FindingColumn, (a: FindingRow, b: FindingRow) => number> = {
  // A package that no source was seen to load comes after the others of its severity.
  severity: (a, b) =>
    severityOf(a) - severityOf(b) || isNotSeen(a) - isNotSeen(b) || compareSeverity(a.finding, b.finding),
  id: (a, b) => compareText(a.id, b.id),
  package: (a, b) => compareText(a.finding.package, b.finding.package),
  // Smallest step first; findings without a fix last.
  fix: (a, b) => stepOf(a.fixes) - stepOf(b.fixes),
  recommended: (a, b) => stepOf(a.recommended) - stepOf(b.recommended),
  via: (a, b) => Number(a.isDirect !== true) - Number(b.isDirect !== true) || compareText(viaOf(a), viaOf(b)),
  since: (a, b) => sinceOf(a) - sinceOf(b),
}

const severityOf = ({ finding }: FindingRow) => wireSeverities.indexOf(finding.severity)
const isNotSeen = ({ finding }: FindingRow) => Number(finding.usage?.state === 'not-seen')
const stepOf = ([fix]: Fix[]) => (fix ? steps.indexOf(fix.step) : steps.length)

// Ten times as fast as comparing each pair with localeCompare.
const compareText = new Intl.Collator(locale, { numeric: true }).compare
const viaOf = ({ via }: FindingRow) => via.join('\n')
const sinceOf = ({ finding }: FindingRow) => finding.lifetime?.introducedAt ?? Infinity

/** Excluded findings last in any order; ties by severity, then id and package. */
export function sortFindings(
  rows: readonly FindingRow[],
  { sort, direction = 'asc' }: { sort?: string | undefined; direction?: SortDirection | undefined },
): FindingRow[] {
  const order = orders[isFindingColumn(sort) ? sort : 'severity']
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted(
    (a, b) =>
      Number(a.finding.exclusion !== null) - Number(b.finding.exclusion !== null) ||
      sign * order(a, b) ||
      orders.severity(a, b) ||
      orders.id(a, b) ||
      orders.package(a, b),
  )
}

export const isFindingColumn = (name: string | undefined): name is FindingColumn =>
  name !== undefined && Object.hasOwn(findingColumns, name)
