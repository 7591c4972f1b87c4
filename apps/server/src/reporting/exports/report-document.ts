import { noLicense } from '@assay/engine/licenses/license-words.ts'
import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { dataOfScan, outcomeOfScan, readKnowledge } from '#knowledge/advisories/freshness.ts'
import type { ReportDocument } from '#reporting/documents/document.ts'
import { severityChart } from '#reporting/documents/severity-chart.ts'
import type { findReport } from '#reporting/reports/find-report.ts'
import { countComponents, countSeverities } from '#reporting/reports/severity-store.ts'
import { readLogo } from './read-logo.ts'
import { componentTables, findingsTable, upgradesTable } from './report-tables.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'advisories'>
type Reported = Awaited<ReturnType<typeof findReport>>

/** One stored report, summary first. */
export async function reportDocument(context: Context, scope: Scope, of: Reported): Promise<ReportDocument> {
  const { db } = context
  const { project, branch, scan } = of
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const [counts, components, knowledge, logo] = await Promise.all([
    countSeverities(db, scope, at),
    countComponents(db, scope, at),
    readKnowledge(context),
    readLogo(db, scope),
  ])
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    title: `Security report of ${project.name}`,
    subject: `Branch ${branch}, scanned on ${scan.scanned_at.toISOString().slice(0, 10)}`,
    createdAt: new Date(),
    logo,
    facts: [
      ['Project', project.url],
      ['Branch', branch],
      ['Scanned', `${scan.scanned_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ['Report', scan.uuid],
      ['Outcome', outcomeOfScan(scan, knowledge)],
      ['Risk', riskClass(scan.security_score)],
      ['Advisory data', describeData(dataOfScan(scan, knowledge))],
    ],
    figures: [
      { label: 'Security score', value: String(scan.security_score) },
      { label: 'Stability score', value: String(scan.stability_score) },
      { label: 'Licensing score', value: String(scan.licensing_score) },
      { label: 'Components', value: scan.component_count.toLocaleString('en-US') },
      { label: 'Open vulnerabilities', value: open.toLocaleString('en-US') },
      { label: 'Outdated components', value: components.outdated.toLocaleString('en-US') },
      { label: noLicense, value: components.undeclared.toLocaleString('en-US') },
      { label: 'License violations', value: components.violating.toLocaleString('en-US') },
    ],
    charts: [severityChart('Open vulnerabilities by severity', counts)],
    tables: [
      ...(scan.is_newest ? [upgradesTable(context, scope, of)] : []),
      findingsTable(context, scope, of),
      ...componentTables(context, scope, of),
    ],
  }
}

const states = { current: 'up to date', outdated: 'out of date', starter: 'starter set only' } as const

/** 'npm: up to date. Maven: out of date, vulnerabilities may be missed.' */
const describeData = (data: ReturnType<typeof dataOfScan>): string =>
  data.length === 0
    ? 'none applies to this inventory'
    : data
        .map(({ name, state }) => {
          const isCurrent = state === 'current'
          return `${name}: ${states[state]}${isCurrent ? '' : ', vulnerabilities may be missed'}.`
        })
        .join(' ')
