import type { Language } from '@assay/contract/languages.ts'
import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { dataOfScan, type Outcomes, outcomesOfScan, readKnowledge } from '#knowledge/advisories/freshness.ts'
import { formatCount, type ReportDocument } from '#reporting/documents/document.ts'
import { severityChart } from '#reporting/documents/severity-chart.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { ReportTexts } from '#reporting/documents/texts/document-texts.ts'
import type { findReport } from '#reporting/reports/find-report.ts'
import { countComponents, countSeverities } from '#reporting/reports/severity-store.ts'
import { readLogo } from './read-logo.ts'
import { componentTables, findingsTable, upgradesTable } from './report-tables.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'advisories' | 'numbers'>
type Reported = Awaited<ReturnType<typeof findReport>>

/** One stored report, summary first. */
export async function reportDocument(
  context: Context,
  scope: Scope,
  { language, ...of }: Reported & { language: Language },
): Promise<ReportDocument> {
  const { db } = context
  const { project, branch, scan } = of
  const texts = documentTextsIn(language)
  const { facts, figures } = texts.report
  const words = texts.report
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const [counts, components, knowledge, logo] = await Promise.all([
    countSeverities(db, scope, at),
    countComponents(db, scope, at),
    readKnowledge(context),
    readLogo(db, scope),
  ])
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const describeOutcome = ({ outcome, computedOutcome }: Outcomes, isDeclared: boolean) => {
    const { [outcome]: shown, [computedOutcome]: computed } = words.outcomes
    return isDeclared ? words.declared(shown, computed) : shown
  }
  return {
    language,
    title: words.title(project.name),
    subject: words.subject(branch, scan.scanned_at.toISOString().slice(0, 10)),
    createdAt: new Date(),
    logo,
    facts: [
      [facts.project, project.url],
      [facts.branch, branch],
      [facts.scanned, `${scan.scanned_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      [facts.report, scan.uuid],
      [facts.outcome, describeOutcome(outcomesOfScan(scan, knowledge), scan.declared_outcome !== null)],
      [facts.risk, words.risks[riskClass(scan.security_score)]],
      [facts.advisoryData, describeData(dataOfScan(scan, knowledge), words)],
    ],
    figures: [
      { label: figures.security, value: String(scan.security_score) },
      { label: figures.stability, value: String(scan.stability_score) },
      { label: figures.licensing, value: String(scan.licensing_score) },
      { label: figures.components, value: formatCount(scan.component_count, texts) },
      { label: figures.open, value: formatCount(open, texts) },
      { label: figures.outdated, value: formatCount(components.outdated, texts) },
      { label: figures.noLicense, value: formatCount(components.undeclared, texts) },
      { label: figures.violations, value: formatCount(components.violating, texts) },
    ],
    charts: [severityChart(words.chart, counts, texts)],
    tables: [
      ...(scan.is_newest ? [upgradesTable(context, scope, { ...of, texts })] : []),
      findingsTable(context, scope, { ...of, texts }),
      ...componentTables(context, scope, { ...of, texts }),
    ],
  }
}

/** 'npm: up to date. Maven: out of date, vulnerabilities may be missed.' */
const describeData = (
  data: ReturnType<typeof dataOfScan>,
  { dataStates, missed, noData }: ReportTexts,
): string =>
  data.length === 0
    ? noData
    : data
        .map(({ name, state }) => `${name}: ${dataStates[state]}${state === 'current' ? '' : `, ${missed}`}.`)
        .join(' ')
