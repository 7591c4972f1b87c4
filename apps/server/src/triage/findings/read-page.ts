import type { contract } from '@assay/contract/contract.ts'
import type { Output, ParsedInput } from '@assay/contract/endpoint.ts'
import { namePeople } from '#accounts/members/assignee-store.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { writeCursor } from '#platform/http/list-cursor.ts'
import { listFindings } from './list-store.ts'
import { readFilter, readPosition } from './read-filter.ts'
import { wireFinding } from './wire-finding.ts'

/** A page of findings, with the names of their assignees. */
export async function readPage(
  db: Database,
  caller: Caller,
  query: ParsedInput<typeof contract.triage.list>['query'],
): Promise<Output<typeof contract.triage.list>> {
  const { scope } = caller
  const { findings, next } = await listFindings(db, scope, {
    filter: await readFilter(db, caller, query),
    after: readPosition(query.cursor),
    order: query.order,
    limit: query.limit,
  })
  const people = await namePeople(
    db,
    scope,
    findings.map(({ assigneeUuid }) => assigneeUuid),
  )
  return {
    findings: findings.map((row) => wireFinding(row, people)),
    nextCursor: next && writeCursor([String(next.rank), next.position, next.uuid]),
  }
}
