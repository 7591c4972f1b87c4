import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { readSummaries } from './read-case.ts'
import { listCases } from './store.ts'

type Query = ParsedInput<typeof contract.cases.list>['query']

/** Newest first. Throws Problem 400 for the cursor of another list. */
export async function readPage(db: Database, scope: Scope, { state, cursor, limit }: Query) {
  const rows = await listCases(db, scope, { state, after: positionIn(cursor), limit: limit + 1 })
  const last = rows[limit - 1]
  return {
    cases: await readSummaries(db, scope, rows.slice(0, limit)),
    nextCursor: rows.length > limit && last ? writeCursor([last.position, last.uuid]) : null,
  }
}

function positionIn(cursor: string | undefined) {
  const [position, uuid] = readCursor(cursor, 2) ?? []
  if (position === undefined) return null
  if (!/^\d{1,18}$/.test(position) || !isUuid(uuid!))
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return { position, uuid: uuid! }
}
