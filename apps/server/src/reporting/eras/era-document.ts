import { ownProperty } from '@assay/engine/own-property.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Chart, ReportDocument, Table } from '#reporting/documents/document.ts'
import { type BySeverity, knownSeveritiesChart, severityChart } from '#reporting/documents/severity-chart.ts'
import { readMetrics } from '#reporting/metrics/store.ts'
import { EraRequest, selectionOf } from './era-request.ts'
import { countFixes, countOpen, type EraSelection, type FixFigures } from './store.ts'
import { eraTables } from './era-tables.ts'
import { licenseTables } from './license-tables.ts'
import { readLogo } from '#reporting/exports/read-logo.ts'
import type { ExportRow } from '#reporting/exports/store.ts'

/** A generated report: a summary with charts, then its sections, whose rows are streamed. */
export async function eraDocument(db: Database, scope: Scope, row: ExportRow): Promise<ReportDocument> {
  const request = EraRequest.parse(row.request)
  const selection = selectionOf(row)
  const [account, logo, summary] = await Promise.all([
    findAccount(db, scope),
    readLogo(db, scope),
    readSummary(db, scope, { request, selection }),
  ])
  const sections: Record<EraRequest['sections'][number], () => Table[]> = {
    vulnerabilities: () => [eraTables.vulnerabilities(db, scope, selection)],
    fixes: () => [eraTables.fixes(db, scope, selection)],
    licenses: () => licenseTables(db, scope, selection),
  }
  return {
    title: request.name,
    subject: `${request.startDate} to ${request.endDate}`,
    createdAt: row.created_at,
    logo,
    facts: [
      ['Account', account?.name ?? ''],
      ['About', aboutOf(request)],
      ['Period', `${request.startDate} to ${request.endDate} (UTC)`],
      ['Generated', `${row.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ],
    ...summary,
    tables: [
      eraTables.projects(db, scope, selection),
      ...request.sections.flatMap((name) => ownProperty(sections, name)?.() ?? []),
    ],
  }
}

const aboutOf = ({ teamUuid, tag, projectUuid, branch }: EraRequest): string => {
  if (tag !== null) return `Projects with the tag ${tag}`
  if (projectUuid !== null) return branch === null ? 'One project' : `One project, branch ${branch}`
  return teamUuid === null ? 'All projects' : 'Projects of one team'
}

interface Summarized {
  request: EraRequest
  selection: EraSelection
}

async function readSummary(
  db: Database,
  scope: Scope,
  { request, selection }: Summarized,
): Promise<Pick<ReportDocument, 'figures' | 'charts'>> {
  const { startDate, endDate } = request
  const { tag, branch, from, before } = selection
  const [metrics, open, fixes] = await Promise.all([
    readMetrics(db, scope, {
      selection: {
        window: { startDate, endDate, from, before },
        teamUuid: null,
        branchPatterns: branch === null ? [] : [branch.replaceAll(/[%_\\]/g, String.raw`\$&`)],
        tags: tag === null ? [] : [tag.replaceAll(/\s/g, '')],
        search: '',
      },
      page: { order: { sort: 'projectUrl', direction: 'asc' }, after: null, limit: 1 },
    }),
    countOpen(db, scope, selection),
    countFixes(db, scope, selection),
  ])
  const { overview } = metrics.all
  const all = fixes.find(({ severity }) => severity === '')
  const bySeverity = fixes.filter(({ severity }) => severity !== '')
  const openCount = open.reduce((sum, { count }) => sum + count, 0)
  const days = (value: number | null | undefined) =>
    value === null || value === undefined ? 'unknown' : String(Math.round(value * 10) / 10)
  return {
    figures: [
      { label: 'Projects scanned', value: wordsOf(overview.numberOfProjects) },
      { label: 'Scans', value: wordsOf(overview.totalScans) },
      { label: 'Vulnerabilities identified', value: wordsOf(overview.vulnerabilitiesIdentified) },
      { label: 'Vulnerabilities addressed', value: wordsOf(overview.vulnerabilitiesAddressed) },
      { label: 'Open at the end', value: wordsOf(openCount) },
      { label: 'Fixed in the period', value: wordsOf(all?.count ?? 0) },
      { label: 'Median days to fix', value: days(all?.medianDays) },
      { label: 'Mean days to fix', value: days(all?.meanDays) },
    ],
    charts: [
      severityChart(
        'Open vulnerabilities at the end of the period',
        countsOf(open, ({ count }) => count),
      ),
      severityChart(
        'Vulnerabilities fixed in the period',
        countsOf(bySeverity, ({ count }) => count),
      ),
      daysChart(bySeverity),
      scansChart(metrics.all.usage),
    ],
  }
}

const wordsOf = (count: number) => count.toLocaleString('en-US')

const countsOf = <Counted extends { severity: Severity | '' }>(
  rows: readonly Counted[],
  valueOf: (row: Counted) => number,
) => Object.fromEntries(rows.map((row) => [row.severity, valueOf(row)])) as BySeverity

type SeverityFixes = Pick<FixFigures, 'medianDays'> & { severity: Severity | '' }

/** Only severities with fixes: 0 days would mean that the others were fixed immediately. */
function daysChart(fixes: readonly SeverityFixes[]): Chart {
  const known = fixes.filter(({ medianDays }) => medianDays !== null)
  return knownSeveritiesChart(
    'Median days to fix',
    countsOf(known, ({ medianDays }) => medianDays!),
  )
}

/** More bars would be hard to compare. */
const maxBars = 12

/** The cumulative number of scans at some days of the period. */
function scansChart(usage: readonly { day: string; totalScans: number }[]): Chart {
  const step = Math.max(1, Math.ceil(usage.length / maxBars))
  const shown = usage.filter((_, index) => (usage.length - 1 - index) % step === 0)
  return {
    title: 'Scans since the start of the period',
    bars: shown.map(({ day, totalScans }) => ({ label: day, value: totalScans, color: '#3b6ea5' })),
  }
}
