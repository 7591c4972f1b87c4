import type { Scope } from '#auth/scope.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { findBranchName } from './branch-store.ts'
import type { IntegrationContext, Planned } from './integration.ts'

/** A delivery about the branch of each scan. */
export async function planBranch(
  { context, scope }: { context: IntegrationContext; scope: Scope },
  event: OutboxEvent,
): Promise<Planned[]> {
  if (event.type !== 'scan.recorded') return []
  const { branchUuid } = event.payload
  const subject = await findBranchName(context.db, scope, branchUuid)
  return subject === null ? [] : [{ topic: `branch ${branchUuid}`, subject }]
}
