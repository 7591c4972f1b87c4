import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { scanBuildKind } from './scan-build-kind.ts'
import { takeTurn } from './store.ts'

/** Queues a build that someone waits for, in turn with those of other accounts. */
export async function sendScan(
  { tx, queue }: { tx: Tx; queue: AppContext['queue'] },
  { accountUuid }: Scope,
  buildUuid: string,
): Promise<void> {
  const turn = await takeTurn(tx, { accountUuid, buildUuid })
  await queue.sendInTurn(tx, scanBuildKind, { payload: { accountUuid, buildUuid }, turn })
}
