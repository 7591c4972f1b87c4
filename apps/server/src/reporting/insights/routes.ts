import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamText } from '#auth/router/reply.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { csvPages } from './csv-pages.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { dependencyBatches, listDependencies } from './list-dependencies.ts'
import { readUses } from './list-uses.ts'
import { readFilter } from './read-filter.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import { graphBytesPerComponent } from '#reporting/reports/components/dependency-graph.ts'
import { pathsAt } from '#reporting/reports/components/paths-at.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'

export function insightsRoutes(context: AppContext): void {
  const { routes, db } = context

  registerRoutes(routes, contract.insights, {
    async dependencies({ caller, query }) {
      const [after = null] = readCursor(query.cursor, 1) ?? []
      const filter = await readFilter(db, caller.scope, query)
      if (query.all) {
        const batches = dependencyBatches(context, caller.scope, { filter, after })
        return streamJson({ dependencies: new ItemStream(batches), nextCursor: null })
      }
      const page = await listDependencies(context, caller.scope, { filter, after, limit: query.limit })
      return {
        dependencies: page.dependencies,
        nextCursor: page.last === null ? null : writeCursor([page.last]),
      }
    },
    async csv({ caller, query, reply }) {
      const filter = await readFilter(db, caller.scope, query)
      reply.header('content-disposition', 'attachment; filename="components.csv"')
      return streamText(csvPages(dependencyBatches(context, caller.scope, { filter, after: null })))
    },
    uses: async ({ caller, query }) => readUses(db, caller.scope, query),
    paths: async ({ caller, query }) => readPaths(db, caller.scope, query),
  })
}

type Query = ParsedInput<typeof contract.insights.paths>['query']

/** Limit for readability. */
const maxPaths = 5

/** Throws Problem 404 for a project or branch that is out of scope or was never scanned. */
async function readPaths(db: Database, scope: Scope, { project, branch, name, version }: Query) {
  const { scan } = await findReport(db, scope, { projectUuid: project, branch })
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  return largeResponse(scan.component_count * graphBytesPerComponent, async () => {
    const key = `${name}@${version}`
    const pathsTo = await pathsAt(db, scope, { ...at, of: [key] })
    return streamJson({ paths: pathsTo(key, maxPaths) })
  })
}
