import { contract } from '@assay/contract/contract.ts'
import type { IsaacPolicy } from '@assay/contract/isaac.ts'
import { fromWireSeverity, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { reevaluateJob } from './reevaluate-job.ts'
import { listFindings, readReport } from './read-report.ts'
import { lockPolicy, policyPages, type PolicyRow, updatePolicy } from './store.ts'

export function isaacRoutes({ routes, db, queue }: Pick<AppContext, 'routes' | 'db' | 'queue'>): void {
  registerRoutes(routes, contract.isaac, {
    policies: async ({ caller }) => streamItems(policyPages(db, caller.scope), wirePolicy),
    setPolicy: ({ caller: { scope }, params, body, change }) =>
      change(async (tx) => {
        const row =
          (await lockPolicy(tx, scope, params.sysid.replaceAll('\0', ''))) ?? throwNotFound('policy')
        const { enabled, severity, tags } = body
        const changed = await updatePolicy(tx, scope, {
          sysid: row.sysid,
          is_enabled: enabled ?? row.is_enabled,
          severity: severity === undefined ? row.severity : severity && fromWireSeverity(severity),
          tags: tags ? [...new Set(tags)] : row.tags,
        })
        await queue.send(tx, reevaluateJob, { accountUuid: scope.accountUuid, sysid: row.sysid })
        const after = wirePolicy(changed)
        return { result: after, before: wirePolicy(row), after }
      }),
    report: ({ caller, params, query }) => readReport(db, caller.scope, { ...params, ...query }),
    async findings({ caller, params, query }) {
      return listFindings(db, caller.scope, { ...params, ...query })
    },
  })
}

const wirePolicy = (row: PolicyRow): IsaacPolicy => ({
  sysid: row.sysid,
  tool: row.tool,
  title: row.title,
  description: row.description,
  helpUri: row.help_url,
  enabled: row.is_enabled,
  severity: toWireSeverity[(row.severity ?? row.default_severity) as Severity],
  defaultSeverity: toWireSeverity[row.default_severity as Severity],
  tags: row.tags,
})
