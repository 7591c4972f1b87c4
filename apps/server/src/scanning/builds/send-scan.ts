import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { unresolvedIn } from '@assay/engine/resolution/resolve-manifests.ts'
import { listDocumentHeads } from './documents/document-store.ts'
import { resolveBuildKind, scanBuildKind } from './scan-build-kind.ts'
import { takeTurn } from './store.ts'

interface Sender {
  tx: Tx
  queue: AppContext['queue']
}

const none = new Uint8Array()

/** Queues the scan of new documents, after that their manifests are resolved if no lockfile stands for them. */
export async function sendDocuments({ tx, queue }: Sender, scope: Scope, buildUuid: string): Promise<void> {
  const heads = await listDocumentHeads(tx, scope, buildUuid)
  // Paths alone name a manifest rather once too often.
  const manifests = unresolvedIn(heads.map(({ path }) => ({ path, bytes: none })))
  const { accountUuid } = scope
  if (manifests.length > 0) await queue.send(tx, resolveBuildKind, { accountUuid, buildUuid })
  else await sendScan({ tx, queue }, scope, buildUuid)
}

/** Queues a build that someone waits for, in turn with those of other accounts. */
export async function sendScan(
  { tx, queue }: Sender,
  { accountUuid }: Scope,
  buildUuid: string,
): Promise<void> {
  const turn = await takeTurn(tx, { accountUuid, buildUuid })
  await queue.sendInTurn(tx, scanBuildKind, { payload: { accountUuid, buildUuid }, turn })
}
