import type { Outcome } from '@assay/engine/vocabulary.ts'
import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import type { Scope } from '#auth/scope.ts'
import { awaitBuild } from '#scanning/builds/await-build.ts'
import { rescanBranch } from '#scanning/builds/submit-build.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { findAnyBranchOf, findBranchOf, findReport } from './find-report.ts'
import { readReport } from './read-report.ts'
import { listScans } from '#scanning/scans/scan-list-store.ts'
import { declareOutcome } from '#scanning/scans/store.ts'
import { branchSummaryPages, type BranchSummary, lastScanPages, type ReportListRow } from './store.ts'

export function reportsRoutes(parts: AppContext): void {
  const { routes, db, queue } = parts

  const list = async (scope: Scope, sinceDaysAgo: number | undefined) =>
    streamItems(lastScanPages(db, scope, since(sinceDaysAgo)), reportItem)

  registerRoutes(routes, contract.reports, {
    list: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    listV2: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    async full({ caller, params, query }) {
      return readReport(parts, caller.scope, await findReport(db, caller.scope, { ...params, ...query }))
    },
    async fullOf({ caller, params }) {
      return readReport(parts, caller.scope, await findReport(db, caller.scope, params))
    },
    async recompute({ caller, params, query, change }) {
      const { scope } = caller
      const { branch } = await findBranchOf(db, scope, { ...params, ...query })
      const rescan = { branchUuid: branch.uuid, createdBy: caller.memberUuid }
      const id = await change(async (tx) => {
        const id = (await rescanBranch({ tx, queue }, scope, rescan)) ?? throwNotFound('report')
        return { result: id, target: { id }, after: { branch: branch.name } }
      })
      const build = await awaitBuild(parts, scope, id)
      if (build.state !== 'success') {
        throw new Problem(
          503,
          'scanPending',
          build.reason ?? 'The scan is taking longer than usual. Request the report again later',
        )
      }
      return readReport(parts, scope, await findReport(db, scope, { ...params, branch: branch.name }))
    },
    async history({ caller, params, query }) {
      const { branch } = await findAnyBranchOf(db, caller.scope, { ...params, branch: query.branch })
      if (!branch) return []
      const rows = await listScans(db, caller.scope, { branchUuid: branch.uuid, limit: query.limit })
      return rows.map(({ uuid, scanned_at: at }) => ({ uuid, timestamp: at.getTime() }))
    },
    declareOutcome: ({ caller, params, query, change }) =>
      change(async (tx) => {
        const { scan } = await findReport(tx, caller.scope, { ...params, branch: query.branch })
        const { branch_uuid: branchUuid, number } = scan
        const declared = { branchUuid, number, outcome: query.outcome }
        const before = await declareOutcome(tx, caller.scope, declared)
        await incrementRevision(tx, caller.scope)
        return {
          result: {},
          target: { reportUuid: scan.uuid },
          before: { outcome: before ?? scan.outcome },
          after: { outcome: query.outcome },
        }
      }),
    async summary({ caller, params, query }) {
      const project = (await findProject(db, caller.scope, params.projectUuid)) ?? throwNotFound('project')
      const of = { projectUuid: project.uuid, since: since(query.sinceDaysAgo) }
      const branches = streamItems(branchSummaryPages(db, caller.scope, of), summaryItem)
      return streamJson({ uuid: project.uuid, name: project.name, branches })
    },
  })
}

const since = (daysAgo: number | undefined) =>
  daysAgo === undefined ? null : new Date(Date.now() - daysAgo * 86_400_000)

const summaryItem = (row: BranchSummary) => ({
  branch: row.branch,
  reportUuid: row.reportUuid,
  security: row.security,
  stability: row.stability,
  licensing: row.licensing,
  outcome: row.outcome,
  vulnerabilityCount: row.vulnerabilityCount,
  componentCount: row.componentCount,
  libyears: row.libyears,
  unknownReleases: row.unknownReleases,
  scans: row.scans,
  timestamp: row.scannedAt.getTime(),
})

const reportItem = (row: ReportListRow) => ({
  uuid: row.projectUuid,
  name: row.name,
  branch: row.branch,
  tags: row.tags.map((tag) => `${tag},`).join(''),
  outcome: row.outcome as Outcome,
  status: row.outcome === 'FAIL' ? ('FAIL' as const) : ('OK' as const),
  timestamp: row.scannedAt.getTime(),
  languages: row.languages,
})
