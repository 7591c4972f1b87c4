import { dayMs } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import type { Scope } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Database } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import { findProject } from '#projects/project-store.ts'
import { findAnyBranchOf, findBranchOf, findReport, type ReportChoice } from './stored/find-report.ts'
import { listReports, reportItem } from './stored/list-reports.ts'
import { readReport } from './read-report.ts'
import { recompute } from './recompute.ts'
import { wireResult } from '#scanning/rules/wire-result.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { listScans } from '#scanning/scans/scan-list-store.ts'
import { declareOutcome } from '#scanning/scans/store.ts'
import { branchSummaryPages, type BranchSummary, lastScanPages, type Listed } from './stored/store.ts'

export function reportsRoutes(context: AppContext): void {
  const { routes, db } = context

  const listed = async (sinceDaysAgo: number | undefined) => ({
    since: since(sinceDaysAgo),
    outdated: outdatedEcosystems(await readKnowledge(context)),
  })

  const list = async (scope: Scope, sinceDaysAgo: number | undefined) =>
    listedReports(db, scope, await listed(sinceDaysAgo))

  const full = async (
    scope: Scope,
    { includes, ...choice }: ReportChoice & { includes?: string | undefined },
  ) =>
    readReport(context, scope, {
      ...(await findReport(db, scope, choice)),
      hasExpandedLicenses: includes?.split(',').some((each) => each.trim() === 'expanded-licenses') ?? false,
    })

  registerRoutes(routes, contract.reports, {
    list: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    listV2: ({ caller, query }) => list(caller.scope, query.sinceDaysAgo),
    listV3: async ({ caller, query }) =>
      listReports(db, caller.scope, { ...query, ...(await listed(query.sinceDaysAgo)) }),
    full: ({ caller, params, query }) => full(caller.scope, { ...params, ...query }),
    json: ({ caller, params, query }) => full(caller.scope, { ...params, ...query }),
    fullOf: ({ caller, params, query: { includes } }) => full(caller.scope, { ...params, includes }),
    async recompute({ caller, params, query, change }) {
      const { branch } = await findBranchOf(db, caller.scope, { ...params, ...query })
      return recompute(context, { caller, change, projectUuid: params.projectUuid, branch })
    },
    async recomputeOf({ caller, params, change }) {
      const { projectUuid } = params
      const { branch: name } = await findReport(db, caller.scope, params)
      const { branch } = await findBranchOf(db, caller.scope, { projectUuid, branch: name })
      return recompute(context, { caller, change, projectUuid, branch, reportUuid: params.reportUuid })
    },
    history: ({ caller, params, query }) => readHistory(db, caller.scope, { ...params, ...query }),
    rules: ({ caller, params, query }) => readRuleResults(db, caller.scope, { ...params, ...query }),
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
      const outdated = outdatedEcosystems(await readKnowledge(context))
      const of = { projectUuid: project.uuid, since: since(query.sinceDaysAgo), outdated }
      const branches = streamItems(branchSummaryPages(db, caller.scope, of), (row) =>
        summaryItem(row, outdated),
      )
      const { uuid, name, url, tags } = project
      return streamJson({ uuid, name, url, tags, branches })
    },
  })
}

async function readHistory(
  db: Database,
  scope: Scope,
  { limit, ...choice }: ReportChoice & { limit: number },
) {
  const { branch } = await findAnyBranchOf(db, scope, choice)
  if (!branch) return []
  const rows = await listScans(db, scope, { branchUuid: branch.uuid, limit })
  return rows.map(({ uuid, scanned_at: at }) => ({ uuid, timestamp: at.getTime() }))
}

async function readRuleResults(db: Database, scope: Scope, choice: ReportChoice) {
  const { scan } = await findReport(db, scope, choice)
  const results = (await listRuleResults(db, scope, [scan.uuid])).get(scan.uuid) ?? []
  return { reportUuid: scan.uuid, results: results.map(wireResult) }
}

const listedReports = (db: Database, scope: Scope, of: Listed) =>
  streamItems(lastScanPages(db, scope, of), (row) => reportItem(row, of.outdated))

const since = (daysAgo: number | undefined) =>
  daysAgo === undefined ? null : new Date(Date.now() - daysAgo * dayMs)

const summaryItem = (row: BranchSummary, outdated: readonly string[]) => ({
  branch: row.branch,
  reportUuid: row.reportUuid,
  security: row.security,
  stability: row.stability,
  licensing: row.licensing,
  outcome: row.outcome,
  computedOutcome: row.computedOutcome,
  ...wireCovered(row.covered, outdated),
  vulnerabilityCount: row.vulnerabilityCount,
  severities: Object.fromEntries(
    Object.entries(row.severities).map(([severity, count]) => [toWireSeverity[severity as Severity], count]),
  ),
  vulnerabilityDelta: row.vulnerabilityDelta,
  mitigationCount: row.mitigationCount,
  vulnerabilitiesIdentified: row.vulnerabilitiesIdentified,
  vulnerabilitiesAddressed: row.vulnerabilitiesAddressed,
  languages: row.languages,
  componentCount: row.componentCount,
  libyears: row.libyears,
  unknownReleases: row.unknownReleases,
  scans: row.scans,
  timestamp: row.scannedAt.getTime(),
})
