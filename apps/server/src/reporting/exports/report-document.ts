import { isoDay } from '@assay/engine/time.ts'
import type { AdvisoryList } from '@assay/contract/advisory-databases.ts'
import type { Coverage } from '@assay/contract/coverage.ts'
import type { Language } from '@assay/contract/languages.ts'
import { listDays } from '@assay/engine/advisories/lists.ts'
import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import type { Domain } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { describeLists } from '#knowledge/advisories/feeds/describe-lists.ts'
import {
  dataOfScan,
  type Outcomes,
  outcomesOfScan,
  readKnowledge,
} from '#knowledge/advisories/databases/freshness.ts'
import { formatCount, type ReportDocument } from '@assay/text/documents/document.ts'
import { severityChart } from '#reporting/documents/severity-chart.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { ReportTexts } from '#reporting/documents/texts/document-texts.ts'
import { coveredThen } from '#reporting/reports/stored/covered-then.ts'
import type { findReport } from '#reporting/reports/stored/find-report.ts'
import { countComponents, countSeverities } from '#reporting/reports/findings/severity-store.ts'
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
  const [counts, components, knowledge, logo, lists] = await Promise.all([
    countSeverities(db, scope, at),
    countComponents(db, scope, at),
    readKnowledge(context),
    readLogo(db, scope),
    describeLists(context),
  ])
  const { coverage, measured } = coveredThen(scan, knowledge)
  const scoreOf = (domain: Domain, score: number) => (measured[domain] ? String(score) : '–')
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const describeOutcome = ({ outcome, computedOutcome }: Outcomes, isDeclared: boolean) => {
    const { [outcome]: shown, [computedOutcome]: computed } = words.outcomes
    return isDeclared ? words.declared(shown, computed) : shown
  }
  return {
    language,
    title: words.title(project.name),
    subject: words.subject(branch, isoDay(scan.scanned_at)),
    createdAt: new Date(),
    logo,
    sections: [
      {
        kind: 'facts',
        facts: [
          [facts.project, project.url],
          [facts.branch, branch],
          [facts.scanned, `${scan.scanned_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
          [facts.report, scan.uuid],
          [facts.outcome, describeOutcome(outcomesOfScan(scan, knowledge), scan.declared_outcome !== null)],
          [facts.risk, measured.security ? words.risks[riskClass(scan.security_score)] : words.notMeasured],
          [facts.checked, describeCoverage(coverage, words)],
          [facts.advisoryData, describeData(dataOfScan(scan, knowledge), words)],
          ...(scan.is_newest ? exploitData(lists, words) : []),
        ],
      },
      {
        kind: 'figures',
        figures: [
          { label: figures.security, value: scoreOf('security', scan.security_score) },
          { label: figures.stability, value: scoreOf('stability', scan.stability_score) },
          { label: figures.licensing, value: scoreOf('licensing', scan.licensing_score) },
          { label: figures.components, value: formatCount(scan.component_count, texts) },
          { label: figures.open, value: formatCount(open, texts) },
          { label: figures.outdated, value: formatCount(components.outdated, texts) },
          { label: figures.noLicense, value: formatCount(components.undeclared, texts) },
          { label: figures.violations, value: formatCount(components.violating, texts) },
        ],
      },
      severityChart(words.chart, counts, texts),
      ...(scan.is_newest ? [upgradesTable(context, scope, { ...of, texts })] : []),
      findingsTable(context, scope, { ...of, texts }),
      ...componentTables(context, scope, { ...of, texts }),
    ],
  }
}

/** '41 of 46 packages checked, less than an earlier scan' */
const describeCoverage = ({ checked, listed, coversLess }: Coverage, words: ReportTexts): string =>
  words.checked(checked, listed) + (coversLess ? `, ${words.coversLess}` : '')

/** The lists by which upgrades are ordered, if they are missing or old. */
function exploitData(
  lists: readonly AdvisoryList[],
  { facts, listAge, listsMissed }: ReportTexts,
): [label: string, value: string][] {
  const doubtful = lists.filter(({ id, state }) => id !== 'end-of-life' && state !== 'current')
  if (doubtful.length === 0) return []
  const ages = doubtful.map(({ name, completeAt }) =>
    listAge(name, completeAt === null ? null : listDays(completeAt, Date.now())),
  )
  return [[facts.exploitData, [...ages, listsMissed].join(' ')]]
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
