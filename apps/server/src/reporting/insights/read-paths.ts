import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { graphBytesPerComponent } from '#reporting/reports/components/dependency-graph.ts'
import { pathsAt } from '#reporting/reports/components/paths-at.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'

type Query = ParsedInput<typeof contract.insights.paths>['query']

/** Limit for readability. */
const maxPaths = 5

/** Throws Problem 404 for a project or branch that is out of scope or was never scanned. */
export async function readPaths(db: Database, scope: Scope, { project, branch, name, version }: Query) {
  const { scan } = await findReport(db, scope, { projectUuid: project, branch })
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  return largeResponse(scan.component_count * graphBytesPerComponent, async () => {
    const key = `${name}@${version}`
    const pathsTo = await pathsAt(db, scope, { ...at, of: [key] })
    return streamJson({ paths: pathsTo(key, maxPaths) })
  })
}
