import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { raiseRevision } from '../accounts/store.ts'
import type { Scope } from '../auth/scope.ts'
import { awaitBuild } from '../builds/await-build.ts'
import { rescanBranch } from '../builds/submit-build.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findProject } from '../projects/store.ts'
import { findBranchOf, findReport } from './find-report.ts'
import { readReport } from './read-report.ts'
import { declareOutcome, listBranchSummaries, listLastScans, listScans, type ReportListRow } from './store.ts'

export function reportsRoutes(parts: Parts): void {
  const { binding, db } = parts

  const list = async (scope: Scope, sinceDaysAgo: number | undefined) =>
    (await listLastScans(db, scope, since(sinceDaysAgo))).map(reportItem)

  implement(binding, contract.reports, {
    list: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    listV2: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    async full({ caller, params, query }) {
      return readReport(parts, caller.scope, await findReport(db, caller.scope, { ...params, ...query }))
    },
    async fullOf({ caller, params }) {
      return readReport(parts, caller.scope, await findReport(db, caller.scope, params))
    },
    async recompute({ caller, params, query, record }) {
      const { scope } = caller
      const { branch } = await findBranchOf(db, scope, { ...params, ...query })
      const rescan = { branchUuid: branch.uuid, createdBy: caller.memberUuid }
      const build = await awaitBuild(
        parts,
        scope,
        (await rescanBranch(parts, scope, rescan)) ?? missing('report'),
      )
      if (build.state !== 'success') {
        throw new Problem(
          503,
          'scanPending',
          build.reason ?? 'The scan takes longer than usual; ask again for the report',
        )
      }
      const report = await findReport(db, scope, { ...params, branch: branch.name })
      record({ target: { reportUuid: report.scan.uuid }, after: { branch: branch.name } })
      return readReport(parts, scope, report)
    },
    async history({ caller, params, query }) {
      const { branch } = await findBranchOf(db, caller.scope, { ...params, branch: query.branch })
      const rows = await listScans(db, caller.scope, { branchUuid: branch.uuid, limit: query.limit })
      return rows.map(({ uuid, scannedAt }) => ({ uuid, timestamp: scannedAt.getTime() }))
    },
    async declareOutcome({ caller, params, query, record }) {
      const { scan } = await findReport(db, caller.scope, { ...params, branch: query.branch })
      const { branch_uuid: branchUuid, number } = scan
      await declareOutcome(db, caller.scope, { branchUuid, number, outcome: query.outcome })
      await raiseRevision(db, caller.scope)
      record({
        target: { reportUuid: scan.uuid },
        before: { outcome: scan.declared_outcome ?? scan.outcome },
        after: { outcome: query.outcome },
      })
      return {}
    },
    async summary({ caller, params, query }) {
      const project = (await findProject(db, caller.scope, params.projectUuid)) ?? missing('project')
      const of = { projectUuid: project.uuid, since: since(query.sinceDaysAgo) }
      const rows = await listBranchSummaries(db, caller.scope, of)
      const branches = rows.map(({ scannedAt, ...row }) => ({ ...row, timestamp: scannedAt.getTime() }))
      return { uuid: project.uuid, name: project.name, branches }
    },
  })
}

const since = (daysAgo: number | undefined) =>
  daysAgo === undefined ? null : new Date(Date.now() - daysAgo * 86_400_000)

const reportItem = (row: ReportListRow) => ({
  uuid: row.projectUuid,
  name: row.name,
  branch: row.branch,
  tags: row.tags.map((tag) => `${tag},`).join(''),
  outcome: row.outcome as 'PASS' | 'FAIL' | 'UNDECLARED',
  status: row.outcome === 'FAIL' ? ('FAIL' as const) : ('OK' as const),
  timestamp: row.scannedAt.getTime(),
  languages: row.languages,
})
