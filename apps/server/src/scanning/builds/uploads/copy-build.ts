import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { takeUpload } from '#platform/limits/quota-store.ts'
import { copyDocuments } from '#scanning/builds/documents/document-store.ts'
import { sendScan } from '#scanning/builds/send-scan.ts'
import { insertBuild, listLastScanned } from '#scanning/builds/store.ts'

interface Copy {
  /** A branch. */
  from: string
  to: { projectUuid: string; branchUuid: string }
}

/** Scans the documents of a branch's last scan for another branch. Returns the build; undefined if it was never scanned. */
export async function copyBuild(
  { tx, queue }: { tx: Tx; queue: AppContext['queue'] },
  { scope, memberUuid, by }: Caller,
  { from, to }: Copy,
): Promise<string | undefined> {
  const [last] = await listLastScanned(tx, scope, [from])
  if (!last) return undefined
  await takeUpload(tx, scope)
  const uuid = randomUUID()
  const tokenUuid = by.kind === 'token' ? by.uuid : null
  await insertBuild(tx, scope, {
    uuid,
    ...to,
    source: 'upload',
    state: 'queued',
    createdBy: memberUuid,
    tokenUuid,
  })
  await copyDocuments(tx, scope, [{ from: last.buildUuid, to: uuid }])
  await sendScan({ tx, queue }, scope, uuid)
  return uuid
}
