import type { Decision } from '@assay/contract/decisions.ts'
import { namePeople } from '#accounts/members/assignee-store.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type DecisionFilter,
  listDecisions,
  type ListedDecision,
} from '#scanning/exclusions/decision-store.ts'
import { wireDecision } from './wire-decision.ts'

type Reader = Pick<Caller, 'scope' | 'memberUuid' | 'permissions'>

/** Decisions as the caller sees them, with the rows that they come from. */
export async function readDecisions(
  db: Database,
  { scope, memberUuid, permissions }: Reader,
  filter: DecisionFilter,
): Promise<{ decisions: Decision[]; rows: ListedDecision[] }> {
  const rows = await listDecisions(db, scope, filter)
  const people = await namePeople(
    db,
    scope,
    rows.flatMap(({ created_by, approved_by }) => [created_by, approved_by]),
  )
  const viewer = { people, memberUuid, mayApprove: permissions.has('policies.create'), now: Date.now() }
  return { decisions: rows.map((row) => wireDecision(row, viewer)), rows }
}
