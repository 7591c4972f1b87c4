import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { writeExportKind } from './write-export-kind.ts'
import { insertExport, type NewExport } from './store.ts'

type Opened = Omit<NewExport, 'uuid' | 'createdBy'>

/** Queues an export in the caller's transaction and returns its uuid. Throws 409 if too many are unfinished. */
export async function openExport(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  { scope, email, ...made }: Pick<Caller, 'scope' | 'email'> & Opened,
): Promise<string> {
  const uuid = randomUUID()
  await insertExport(tx, scope, { ...made, uuid, createdBy: email })
  await checkLimit(tx, scope, 'unfinishedExports')
  await queue.send(tx, writeExportKind, { accountUuid: scope.accountUuid, uuid })
  return uuid
}
