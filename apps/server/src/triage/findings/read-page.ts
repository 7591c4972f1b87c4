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
  const rows = await listFindings(db, scope, {
    filter: await readFilter(db, caller, query),
    after: readPosition(query.cursor),
    limit: query.limit + 1,
  })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const people = await namePeople(
    db,
    scope,
    page.map(({ assigneeUuid }) => assigneeUuid),
  )
  return {
    findings: page.map((row) => wireFinding(row, people)),
    nextCursor:
      last && rows.length > query.limit
        ? writeCursor([String(last.rank), last.position, last.findingUuid])
        : null,
  }
}
