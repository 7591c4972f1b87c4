import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { fromWireSeverity } from '@assay/engine/vocabulary.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor } from '#platform/http/list-cursor.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { rankOfSsvc } from '#scanning/scans/priority-store.ts'
import type { FindingFilter, FindingPage } from './pick-store.ts'

type Query = ParsedInput<typeof contract.triage.list>['query']

/** Without states, those that count. Throws Problem 404 for a project out of scope, 400 for a package without ecosystem. */
export async function readFilter(
  db: Database,
  { scope, memberUuid }: Caller,
  query: Query,
): Promise<FindingFilter> {
  const { assignee, projectUuid, severity } = query
  if (projectUuid !== undefined && !(await findProject(db, scope, projectUuid))) throwNotFound('project')
  const assigneeUuid = assignee === 'me' ? memberUuid : assignee === 'none' ? null : assignee
  return {
    states: query.state?.length ? query.state : ['open', 'in-triage', 'fix-planned'],
    ...(assigneeUuid !== undefined && { assigneeUuid }),
    isOverdue: query.overdue ?? false,
    projectUuid: projectUuid ?? null,
    package: packageOf(query),
    severity: severity === undefined ? null : fromWireSeverity(severity),
    isExploited: query.exploited ?? null,
    priority: query.priority === undefined ? null : rankOfSsvc(query.priority),
  }
}

function packageOf({ ecosystem: id, package: name }: Query): FindingFilter['package'] {
  if (name === undefined) return null
  const ecosystem = ecosystems.find((each) => each.id === id)
  if (!ecosystem) throw new Problem(400, 'invalidInput', 'Name the ecosystem of the package')
  return { ecosystem: ecosystem.id, packageName: ecosystem.normalizeName(name) }
}

/** Throws Problem 400 for a cursor of another list. */
export function readPosition(cursor: string | undefined): FindingPage['after'] {
  const [rank = '', position = '', uuid = ''] = readCursor(cursor, 3) ?? []
  if (cursor === undefined) return null
  if (
    !/^\d{1,2}$/.test(rank) ||
    !/^-?\d{1,18}$/.test(position) ||
    !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(uuid)
  )
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return { rank: Number(rank), position, uuid }
}
