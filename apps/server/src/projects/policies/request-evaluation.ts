import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'

interface Concerned {
  /** Whether only a rescan can evaluate them: license policies, and what repositories say. */
  needsScan?: boolean
  /** null: all of the account. */
  projectUuids?: readonly string[] | null
  /** Whether tags of projects have changed, which may say how exposed these are. */
  changesTags?: boolean
}

/** Evaluates stored results with the rules as they are after the transaction: scanning/rules/evaluation/. */
export const requestEvaluation = (
  tx: Tx,
  { accountUuid }: Scope,
  { needsScan = false, projectUuids = null, changesTags = false }: Concerned = {},
): Promise<void> => {
  const payload = { needsScan, changesTags, projectUuids: projectUuids && [...projectUuids] }
  return writeEvents(tx, accountUuid, [{ type: 'policies.changed', payload }])
}
