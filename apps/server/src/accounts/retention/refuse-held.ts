import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { awaitHolds, hasHold } from './store.ts'

/** Before a removal. Without projects, a hold on anything of the account refuses it. */
export async function refuseHeld(
  tx: Tx,
  scope: Scope,
  projectUuids: readonly string[] | null,
): Promise<void> {
  await awaitHolds(tx, scope)
  if (await hasHold(tx, scope, projectUuids))
    throw new Problem(
      409,
      'onHold',
      'A legal hold is in force: nothing of it can be removed until it is released',
    )
}
