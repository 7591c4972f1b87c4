import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { raiseRevision } from '../accounts/store.ts'
import type { Scope } from '../auth/scope.ts'
import { awaitBuild } from '../builds/await-build.ts'
import { rescanBranch } from '../builds/submit-build.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findProject, listBranches } from '../projects/store.ts'
import { readReport } from './read-report.ts'
import {
  declareOutcome,
  findLastScan,
  findScan,
  listBranchSummaries,
  listLastScans,
  listScans,
  type ReportListRow,
} from './store.ts'

export function reportsRoutes(parts: Parts): void {
  const { binding, db } = parts

  const list = async (scope: Scope, sinceDaysAgo: number | undefined) =>
    (await listLastScans(db, scope, since(sinceDaysAgo))).map(reportItem)

  const { locate, latest } = reportFinder(db)
  implement(binding, contract.reports, {
    list: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    listV2: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    async full({ caller, params, query }) {
      return readReport(parts, caller.scope, await latest(caller.scope, params.projectUuid, query.branch))
    },
    async fullOf({ caller, params }) {
      const project = (await findProject(db, caller.scope, params.projectUuid)) ?? missing('project')
      const of = { projectUuid: params.projectUuid, uuid: params.reportUuid }
      const { branch, ...scan } = (await findScan(db, caller.scope, of)) ?? missing('report')
      return readReport(parts, caller.scope, { project, branch, scan })
    },
    async recompute({ caller, params, query }) {
      const { scope } = caller
      const { branch } = await locate(scope, params.projectUuid, query.branch)
      const rescan = { branchUuid: branch.uuid, createdBy: caller.memberUuid }
      const build = await awaitBuild(
        db,
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
      return readReport(parts, scope, await latest(scope, params.projectUuid, branch.name))
    },
    async history({ caller, params, query }) {
      const { branch } = await locate(caller.scope, params.projectUuid, query.branch)
      const rows = await listScans(db, caller.scope, { branchUuid: branch.uuid, limit: query.limit })
      return rows.map(({ uuid, scannedAt }) => ({ uuid, timestamp: scannedAt.getTime() }))
    },
    async declareOutcome({ caller, params, query }) {
      const { scan } = await latest(caller.scope, params.projectUuid, query.branch)
      const { branch_uuid: branchUuid, number } = scan
      await declareOutcome(db, caller.scope, { branchUuid, number, outcome: query.outcome })
      await raiseRevision(db, caller.scope)
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

/** Finds what a call on a project means, in reach of the scope; 404 when there is none. */
function reportFinder(db: Parts['db']) {
  /** The project with the branch that is meant: the named one, else main, else the one scanned last. */
  const locate = async (scope: Scope, projectUuid: string, branchName: string | undefined) => {
    const project = (await findProject(db, scope, projectUuid)) ?? missing('project')
    const branches = await listBranches(db, scope, projectUuid)
    const branch =
      branchName === undefined
        ? (branches.find(({ name, last_number }) => name === 'main' && last_number > 0) ?? branches[0])
        : branches.find(({ name }) => name === branchName)
    return { project, branch: branch ?? missing('report') }
  }

  const latest = async (scope: Scope, projectUuid: string, branchName: string | undefined) => {
    const { project, branch } = await locate(scope, projectUuid, branchName)
    const scan = (await findLastScan(db, scope, branch.uuid)) ?? missing('report')
    return { project, branch: branch.name, scan }
  }
  return { locate, latest }
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
