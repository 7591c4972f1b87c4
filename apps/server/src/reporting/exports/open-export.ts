import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { writeExportKind } from './write-export-kind.ts'
import { countUnfinished, insertExport, type NewExport } from './store.ts'

/** Maximum number of unfinished exports per account. */
const maxUnfinished = 50

type Opened = Omit<NewExport, 'uuid' | 'createdBy'>

/** Queues an export in the caller's transaction and returns its uuid. Throws 409 if too many are unfinished. */
export async function openExport(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  { scope, email, ...made }: Pick<Caller, 'scope' | 'email'> & Opened,
): Promise<string> {
  if ((await countUnfinished(tx, scope)) >= maxUnfinished)
    throw new Problem(
      409,
      'limitReached',
      `${maxUnfinished} exports of this account are being prepared. Try again when one is ready`,
    )
  const uuid = randomUUID()
  await insertExport(tx, scope, { ...made, uuid, createdBy: email })
  await queue.send(tx, writeExportKind, { accountUuid: scope.accountUuid, uuid })
  return uuid
}
