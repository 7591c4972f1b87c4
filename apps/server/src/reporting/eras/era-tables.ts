import { displayId } from '@assay/engine/reports/display-id.ts'
import { severityName } from '@assay/engine/severity-names.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Column, Row, Table } from '#reporting/documents/document.ts'
import { listRemediations } from '#reporting/metrics/detail-store.ts'
import { findingKeysAt, findingPages } from '#reporting/reports/finding-pages-store.ts'
import { severityOf } from '#reporting/reports/list-findings.ts'
import { branchPages, type EraBranch, type EraSelection } from './store.ts'

type MakeTable = (db: Database, scope: Scope, selection: EraSelection) => Table

export const ofBranch: Column[] = [
  { key: 'project', title: 'Project', width: 3.5 },
  { key: 'branch', title: 'Branch', width: 1.7 },
]

/** The rows of all branches, branch by branch. */
export async function* rowsByBranch(
  { db, scope, selection }: { db: Database; scope: Scope; selection: EraSelection },
  rowsOf: (branch: EraBranch) => AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const page of branchPages(db, scope, selection)) for (const branch of page) yield* rowsOf(branch)
}

const day = (at: Date | null): string | null => at && at.toISOString().slice(0, 10)

const projects: MakeTable = (db, scope, selection) => ({
  key: 'projects',
  title: 'Projects',
  empty: 'No project was scanned until the end of the period.',
  columns: [
    ...ofBranch,
    { key: 'scanned', title: 'Last scan', width: 2 },
    { key: 'security', title: 'Security', width: 1.4 },
    { key: 'stability', title: 'Stability', width: 1.4 },
    { key: 'licensing', title: 'Licensing', width: 1.6 },
    { key: 'vulnerabilities', title: 'Open', width: 1 },
    { key: 'components', title: 'Components', width: 1.9 },
  ],
  async *rows() {
    for await (const page of branchPages(db, scope, selection))
      yield page.map((each) => [
        each.project,
        each.branch,
        day(each.scannedAt),
        each.security,
        each.stability,
        each.licensing,
        each.vulnerabilityCount,
        each.componentCount,
      ])
  },
})

const vulnerabilities: MakeTable = (db, scope, selection) => ({
  key: 'vulnerabilities',
  title: 'Open vulnerabilities',
  empty: 'No vulnerability was open at the end of the period.',
  columns: [
    ...ofBranch,
    { key: 'package', title: 'Package', width: 3 },
    { key: 'version', title: 'Version', width: 2 },
    { key: 'vulnerability', title: 'Vulnerability', width: 3.5 },
    { key: 'severity', title: 'Severity', width: 2.1 },
    { key: 'cvss', title: 'CVSS', width: 1.4 },
    { key: 'introduced', title: 'Introduced', width: 2.5 },
    { key: 'fixed', title: 'Fixed in', width: 2 },
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
          displayId(row.cve, row.advisoryUuid),
          severityName(row.severity as Severity),
          severityOf(row).cvss,
          day(row.introduced_at),
          row.fixed_versions.join(', '),
        ])
    }),
})

const fixes: MakeTable = (db, scope, selection) => ({
  key: 'fixes',
  title: 'Fixed vulnerabilities',
  empty: 'No vulnerability was fixed in the period.',
  columns: [
    ...ofBranch,
    { key: 'package', title: 'Package', width: 3 },
    { key: 'vulnerability', title: 'Vulnerability', width: 3.5 },
    { key: 'severity', title: 'Severity', width: 2.1 },
    { key: 'fixedAt', title: 'Fixed on', width: 2.4 },
    { key: 'daysToFix', title: 'Days to fix', width: 2.5 },
    { key: 'fixedBy', title: 'Fixed by', width: 3 },
  ],
  rows: () =>
    rowsByBranch({ db, scope, selection }, async function* ({ project, branch, branchUuid }) {
      const { from, before } = selection
      const window = { from, before, startDate: '', endDate: '' }
      const rows = await listRemediations(db, scope, { branchUuid, window })
      yield rows.map((row) => [
        project,
        branch,
        row.package,
        displayId(row.cve, row.adviceID),
        severityName(row.severity as Severity),
        day(row.endedAt),
        row.daysToFix,
        row.fixedBy,
      ])
    }),
})

export const eraTables = { projects, vulnerabilities, fixes }
