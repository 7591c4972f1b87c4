import { escapeLike } from '@assay/text/like.ts'
import type { Language } from '@assay/contract/languages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { dayMs } from '@assay/engine/time.ts'
import type { FixTargets } from '@assay/contract/accounts.ts'
import type { EraPurpose, EraSection } from '@assay/contract/eras.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { readConfiguration } from '#accounts/account/configuration.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { Scope } from '#auth/scope.ts'
import {
  type Chart,
  type Facts,
  type Figures,
  formatCount,
  type ReportDocument,
  type Table,
} from '@assay/text/documents/document.ts'
import { type BySeverity, knownSeveritiesChart, severityChart } from '#reporting/documents/severity-chart.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts, PeriodTexts } from '#reporting/documents/texts/document-texts.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { EraRequest, selectionOf } from './era-request.ts'
import { countFixes, countOpen, type EraSelection, type FixFigures } from './store.ts'
import { eraTables } from './era-tables.ts'
import { auditTables } from './audit-tables.ts'
import { executiveContents } from './executive-document.ts'
import { fixedUpgradesTable, openUpgradesTable } from './upgrade-tables.ts'
import { licenseTables } from './license-tables.ts'
import { readLogo } from '#reporting/exports/read-logo.ts'
import type { ExportRow } from '#reporting/exports/store.ts'

type EraSources = Pick<AppContext, 'db' | 'numbers' | 'config'>

interface Wanted {
  row: ExportRow
  language: Language
  /** A PDF sums up what is listed in other formats: nobody reads 200 pages. */
  isSummedUp: boolean
}

type Contents = Pick<ReportDocument, 'sections'> & {
  subject?: string
  facts?: Facts['facts']
}

/** A generated report: a summary with charts, then its sections, whose rows are streamed. */
export async function eraDocument(
  context: EraSources,
  scope: Scope,
  { row, language, isSummedUp }: Wanted,
): Promise<ReportDocument> {
  const { db } = context
  const texts = documentTextsIn(language)
  const { facts, period } = texts.period
  const request = EraRequest.parse(row.request)
  const of: EraOf = { request, selection: selectionOf(row), texts, isSummedUp, seed: row.uuid }
  const [account, logo, { facts: more = [], sections, ...contents }] = await Promise.all([
    findAccount(db, scope),
    readLogo(db, scope),
    contentsOf[request.purpose](context, scope, of),
  ])
  return {
    language,
    title: request.name,
    subject: period(request.startDate, request.endDate),
    createdAt: row.created_at,
    logo,
    ...contents,
    sections: [
      {
        kind: 'facts',
        facts: [
          [facts.account, account?.name ?? ''],
          [facts.about, aboutOf(request, texts.period)],
          [facts.period, `${period(request.startDate, request.endDate)} (UTC)`],
          [facts.generated, `${row.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
          ...more,
        ],
      },
      ...sections,
    ],
  }
}

interface EraOf {
  request: EraRequest
  selection: EraSelection
  texts: DocumentTexts
  isSummedUp: boolean
  seed: string
}

const contentsOf: Record<EraPurpose, (context: EraSources, scope: Scope, of: EraOf) => Promise<Contents>> = {
  async period({ db, numbers }, scope, of) {
    const { figures, charts } = await readSummary({ db, numbers }, scope, of)
    return {
      sections: [
        figures,
        ...charts,
        eraTables.projects(db, scope, of),
        ...of.request.sections.flatMap(
          (name) => ownProperty(tablesOf, name)?.({ db, numbers }, scope, of) ?? [],
        ),
      ],
    }
  },
  executive: ({ db, numbers }, scope, of) =>
    executiveContents(scope, { db, numbers, where: whereOf(of), ...of }),
  async audit(context, scope, of) {
    const { minimumScores, fixTargets } = await readConfiguration(context.db, scope)
    const { minimums, minimum, targets, days, noTargets } = of.texts.purposes
    const set = Object.entries(fixTargets).flatMap(([severity, target]) =>
      target === null ? [] : [`${of.texts.severities[severity as keyof FixTargets]} ${days(target)}`],
    )
    const { security, stability, licensing } = minimumScores
    const { figures } = await readSummary(context, scope, of)
    return {
      facts: [
        [minimums, minimum(security, stability, licensing)],
        [targets, set.join(', ') || noTargets],
      ],
      sections: [figures, ...auditTables(context, scope, of)],
    }
  },
  async customer({ db, numbers }, scope, of) {
    const { figures } = await readSummary({ db, numbers }, scope, of)
    return { sections: [figures, ...licenseTables(db, scope, of)] }
  },
}

type ReadingSources = Pick<EraSources, 'db' | 'numbers'>

/** At most about a page each. */
const maxSummedUp = 60

/** The tables of each section; summed up by upgrade, so that a portfolio takes pages and no book. */
const tablesOf: Record<EraSection, (sources: ReadingSources, scope: Scope, of: EraOf) => Table[]> = {
  vulnerabilities: ({ db, numbers }, scope, of) =>
    of.isSummedUp && isCurrent(of.selection)
      ? [
          openUpgradesTable(scope, 'upgrades', {
            numbers,
            where: whereOf(of),
            texts: of.texts,
            limit: maxSummedUp,
          }),
        ]
      : [{ ...eraTables.vulnerabilities(db, scope, of), ...(of.isSummedUp && { maxRows: maxSummedUp }) }],
  fixes: ({ db }, scope, of) =>
    of.isSummedUp
      ? [fixedUpgradesTable(db, scope, { ...of, limit: maxSummedUp })]
      : [eraTables.fixes(db, scope, of)],
  licenses: ({ db }, scope, of) => {
    const tables = licenseTables(db, scope, of)
    // Components and texts are what a customer is given.
    return of.isSummedUp && of.request.projectUuid === null
      ? tables.slice(0, 1).map((table) => ({ ...table, maxRows: maxSummedUp }))
      : tables
  },
}

/** Upgrades are known for what is open now. */
const isCurrent = ({ before }: EraSelection): boolean => before.getTime() > Date.now() - dayMs

function whereOf({ selection: { tag, branch } }: Pick<EraOf, 'selection'>): ProjectSelection {
  return {
    teamUuid: null,
    groupUuid: null,
    branchPatterns: branch === null ? [] : [escapeLike(branch)],
    tags: tag === null ? [] : [tag.replaceAll(/\s/g, '')],
    search: '',
  }
}

const aboutOf = ({ teamUuid, tag, projectUuid, branch }: EraRequest, { about }: PeriodTexts): string => {
  if (tag !== null) return about.tag(tag)
  if (projectUuid !== null) return branch === null ? about.project : about.branch(branch)
  return teamUuid === null ? about.all : about.team
}

async function readSummary(
  { db, numbers }: ReadingSources,
  scope: Scope,
  { request, selection, texts }: EraOf,
): Promise<{ figures: Figures; charts: Chart[] }> {
  const { startDate, endDate } = request
  const { from, before } = selection
  const [metrics, open, fixes] = await Promise.all([
    numbers.metrics(scope, {
      selection: { ...whereOf({ selection }), window: { startDate, endDate, from, before } },
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
    figures: {
      kind: 'figures',
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
    },
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
    kind: 'chart',
    title,
    bars: shown.map(({ day, totalScans }) => ({ label: day, value: totalScans, color: '#3b6ea5' })),
  }
}
