import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { importKnowledgeKind, syncAdvisoriesKind } from './sync-request.ts'
import { insertSync, type NewSync } from './sync-store.ts'
import { assignUpload } from '#knowledge/advisories/uploads/upload-store.ts'

/** Queues a sync. Throws 409 if another one is queued or running. */
export async function openSync(context: Pick<AppContext, 'queue'>, tx: Tx, sync: NewSync): Promise<string> {
  const syncUuid = await sendSync(context, tx, sync)
  if (syncUuid === null) throw syncRunning()
  return syncUuid
}

/** Queues a sync. Returns null if another one is queued or running. */
export async function sendSync(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  sync: NewSync,
): Promise<string | null> {
  const syncUuid = await insertSync(tx, sync)
  if (syncUuid === null) return null
  const { request } = sync
  if ('uploadUuid' in request) await assignUpload(tx, request.uploadUuid, syncUuid)
  await queue.send(tx, request.kind === 'archive' ? importKnowledgeKind : syncAdvisoriesKind, { syncUuid })
  return syncUuid
}

export const syncRunning = () => new Problem(409, 'syncRunning', 'An advisory sync is already running')
