import { escapeLike } from '@assay/text/like.ts'
import type { Language } from '@assay/contract/languages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { type Chart, formatCount, type ReportDocument, type Table } from '#reporting/documents/document.ts'
import { type BySeverity, knownSeveritiesChart, severityChart } from '#reporting/documents/severity-chart.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts, PeriodTexts } from '#reporting/documents/texts/document-texts.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { EraRequest, selectionOf } from './era-request.ts'
import { countFixes, countOpen, type EraSelection, type FixFigures } from './store.ts'
import { eraTables } from './era-tables.ts'
import { licenseTables } from './license-tables.ts'
import { readLogo } from '#reporting/exports/read-logo.ts'
import type { ExportRow } from '#reporting/exports/store.ts'

interface EraSources {
  db: Database
  numbers: Numbers
}

/** A generated report: a summary with charts, then its sections, whose rows are streamed. */
export async function eraDocument(
  { db, numbers }: EraSources,
  scope: Scope,
  { row, language }: { row: ExportRow; language: Language },
): Promise<ReportDocument> {
  const texts = documentTextsIn(language)
  const { facts, period } = texts.period
  const request = EraRequest.parse(row.request)
  const selection = selectionOf(row)
  const [account, logo, summary] = await Promise.all([
    findAccount(db, scope),
    readLogo(db, scope),
    readSummary({ db, numbers }, scope, { request, selection, texts }),
  ])
  const sections: Record<EraRequest['sections'][number], () => Table[]> = {
    vulnerabilities: () => [eraTables.vulnerabilities(db, scope, { selection, texts })],
    fixes: () => [eraTables.fixes(db, scope, { selection, texts })],
    licenses: () => licenseTables(db, scope, { selection, texts }),
  }
  return {
    language,
    title: request.name,
    subject: period(request.startDate, request.endDate),
    createdAt: row.created_at,
    logo,
    facts: [
      [facts.account, account?.name ?? ''],
      [facts.about, aboutOf(request, texts.period)],
      [facts.period, `${period(request.startDate, request.endDate)} (UTC)`],
      [facts.generated, `${row.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ],
    ...summary,
    tables: [
      eraTables.projects(db, scope, { selection, texts }),
      ...request.sections.flatMap((name) => ownProperty(sections, name)?.() ?? []),
    ],
  }
}

const aboutOf = ({ teamUuid, tag, projectUuid, branch }: EraRequest, { about }: PeriodTexts): string => {
  if (tag !== null) return about.tag(tag)
  if (projectUuid !== null) return branch === null ? about.project : about.branch(branch)
  return teamUuid === null ? about.all : about.team
}

interface Summarized {
  request: EraRequest
  selection: EraSelection
  texts: DocumentTexts
}

async function readSummary(
  { db, numbers }: EraSources,
  scope: Scope,
  { request, selection, texts }: Summarized,
): Promise<Pick<ReportDocument, 'figures' | 'charts'>> {
  const { startDate, endDate } = request
  const { tag, branch, from, before } = selection
  const [metrics, open, fixes] = await Promise.all([
    numbers.metrics(scope, {
      selection: {
        window: { startDate, endDate, from, before },
        teamUuid: null,
        groupUuid: null,
        branchPatterns: branch === null ? [] : [escapeLike(branch)],
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
  const { figures, charts, unknown } = texts.period
  const count = (value: number) => formatCount(value, texts)
  const days = (value: number | null | undefined) =>
    value === null || value === undefined ? unknown : formatCount(Math.round(value * 10) / 10, texts)
  return {
    figures: [
      { label: figures.projects, value: count(overview.numberOfProjects) },
      { label: figures.scans, value: count(overview.totalScans) },
      { label: figures.identified, value: count(overview.vulnerabilitiesIdentified) },
      { label: figures.addressed, value: count(overview.vulnerabilitiesAddressed) },
      { label: figures.open, value: count(openCount) },
      { label: figures.fixed, value: count(all?.count ?? 0) },
      { label: figures.median, value: days(all?.medianDays) },
      { label: figures.mean, value: days(all?.meanDays) },
    ],
    charts: [
      severityChart(
        charts.open,
        countsOf(open, (each) => each.count),
        texts,
      ),
      severityChart(
        charts.fixed,
        countsOf(bySeverity, (each) => each.count),
        texts,
      ),
      daysChart(bySeverity, texts),
      scansChart(metrics.all.usage, charts.scans),
    ],
  }
}

const countsOf = <Counted extends { severity: Severity | '' }>(
  rows: readonly Counted[],
  valueOf: (row: Counted) => number,
) => Object.fromEntries(rows.map((row) => [row.severity, valueOf(row)])) as BySeverity

type SeverityFixes = Pick<FixFigures, 'medianDays'> & { severity: Severity | '' }

/** Only severities with fixes: 0 days would mean that the others were fixed immediately. */
function daysChart(fixes: readonly SeverityFixes[], texts: DocumentTexts): Chart {
  const dated = fixes.filter(({ medianDays }) => medianDays !== null)
  return knownSeveritiesChart(
    texts.period.charts.days,
    countsOf(dated, ({ medianDays }) => medianDays!),
    texts,
  )
}

/** More bars would be hard to compare. */
const maxBars = 12

/** The cumulative number of scans at some days of the period. */
function scansChart(usage: readonly { day: string; totalScans: number }[], title: string): Chart {
  const step = Math.max(1, Math.ceil(usage.length / maxBars))
  const shown = usage.filter((_, index) => (usage.length - 1 - index) % step === 0)
  return {
    title,
    bars: shown.map(({ day, totalScans }) => ({ label: day, value: totalScans, color: '#3b6ea5' })),
  }
}
