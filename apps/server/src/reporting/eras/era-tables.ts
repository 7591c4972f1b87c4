import { isoDay } from '@assay/engine/time.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { domains, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row, Table } from '@assay/text/documents/document.ts'
import { tableIn, vulnerabilityPart } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { listRemediations } from '#reporting/numbers/detail-store.ts'
import { findingKeysAt, findingPages } from '#reporting/reports/findings/finding-pages-store.ts'
import { severityOf } from '#reporting/reports/findings/list-findings.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { branchPages, type EraBranch, type EraSelection } from './store.ts'

/** Content and texts of a table. */
export interface EraAspect {
  selection: EraSelection
  texts: DocumentTexts
}

type MakeTable = (db: Database, scope: Scope, aspect: EraAspect) => Table

export const ofBranch = [
  ['project', 3.5],
  ['branch', 1.7],
] as const

/** The rows of all branches, branch by branch. */
export async function* rowsByBranch(
  { db, scope, selection }: { db: Database; scope: Scope; selection: EraSelection },
  rowsOf: (branch: EraBranch) => AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const page of branchPages(db, scope, selection)) for (const branch of page) yield* rowsOf(branch)
}

export const day = (at: Date | null): string | null => at && isoDay(at)

const projects: MakeTable = (db, scope, { selection, texts }) =>
  tableIn(texts, texts.period.tables, {
    key: 'projects',
    columns: [
      ...ofBranch,
      ['scanned', 2],
      ['security', 1.4],
      ['stability', 1.4],
      ['licensing', 1.6],
      ['vulnerabilities', 1],
      ['checked', 1.5],
      ['components', 1.9],
    ],
    async *rows() {
      for await (const page of branchPages(db, scope, selection))
        yield page.map((each) => [
          each.project,
          each.branch,
          day(each.scannedAt),
          ...domains.map((domain) => (each.measured[domain] ? each[domain] : null)),
          each.vulnerabilityCount,
          each.checkedCount,
          each.componentCount,
        ])
    },
  })

const vulnerabilities: MakeTable = (db, scope, { selection, texts }) =>
  tableIn(texts, texts.period.tables, {
    key: 'vulnerabilities',
    columns: [
      ...ofBranch,
      ['package', 3],
      ['version', 2],
      ['vulnerability', 3.5],
      ['severity', 2.7],
      ['cvss', 1.4],
      ['introduced', 2.5],
      ['fixed', 2],
    ],
    rows: () =>
      rowsByBranch({ db, scope, selection }, async function* ({ project, branch, branchUuid, number }) {
        const keys = await findingKeysAt(db, scope, { branchUuid, number })
        for await (const page of findingPages(db, scope, { keys, number }))
          yield page.map((row) => [
            project,
            branch,
            row.display_name,
            row.spans.map(({ version }) => version).join(', '),
            [vulnerabilityPart(displayId(row))],
            texts.severities[toWireSeverity[row.severity as Severity]],
            severityOf(row).cvss,
            day(row.introduced_at),
            nearestFixes({
              ecosystem: row.ecosystem,
              versions: row.spans.map(({ version }) => version),
              fixedVersions: row.fixed_versions,
            }).join(', '),
          ])
      }),
  })

const fixes: MakeTable = (db, scope, { selection, texts }) =>
  tableIn(texts, texts.period.tables, {
    key: 'fixes',
    columns: [
      ...ofBranch,
      ['package', 3],
      ['vulnerability', 3.5],
      ['severity', 2.7],
      ['fixedAt', 2.4],
      ['daysToFix', 2.5],
      ['fixedBy', 3],
    ],
    rows: () =>
      rowsByBranch({ db, scope, selection }, async function* ({ project, branch, branchUuid }) {
        const { from, before } = selection
        const window = { from, before, startDate: '', endDate: '' }
        const rows = await listRemediations(db, scope, { branchUuids: [branchUuid], window })
        yield rows.map((row) => [
          project,
          branch,
          row.package,
          [vulnerabilityPart(displayId({ ...row, advisoryUuid: row.adviceID }))],
          texts.severities[toWireSeverity[row.severity as Severity]],
          day(row.endedAt),
          row.daysToFix,
          row.fixedBy,
        ])
      }),
  })

export const eraTables = { projects, vulnerabilities, fixes }
