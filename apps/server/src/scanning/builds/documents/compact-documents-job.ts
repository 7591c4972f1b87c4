import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { accountScope, type Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { listCountedAccounts, recountStorage } from '#platform/limits/quota-store.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { endCompaction, listWaiting, lockBase, lockWhole } from './compaction-store.ts'
import { deltaOf } from './delta.ts'
import { type StoredContent, unpackContent } from './unpack-content.ts'

const compress = promisify(zstdCompress)

const documentsAtOnce = 100
/** Both are in memory while they are compared. */
const maxBytes = 32 * 1024 * 1024
/** A delta of more than this share of the whole is none: the next ones then differ from this document. */
const maxShare = 1 / 8
/** Until then, scans of its build may be reading it. */
const settledMs = 3_600_000

/** Stores documents that differ little from an earlier one of the same file and branch by how they differ. */
export const compactDocumentsJob = defineSchedule({
  name: 'compact-documents',
  timeoutSeconds: 4 * 3600,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  cron: '13 1 * * *',
  async run({ db }, _payload, { stopping }) {
    await compactDocuments(db, { before: new Date(Date.now() - settledMs), stopping })
    for (const accountUuid of await listCountedAccounts(db))
      await db.transaction().execute((tx) => recountStorage(tx, { accountUuid }))
  },
})

export async function compactDocuments(
  db: Database,
  { before, stopping }: { before: Date; stopping?: AbortSignal | undefined },
): Promise<void> {
  for (let count = documentsAtOnce; count === documentsAtOnce;) {
    const waiting = await listWaiting(db, { before, limit: documentsAtOnce })
    for (const { accountUuid, digest } of waiting) {
      stopping?.throwIfAborted()
      await db.transaction().execute((tx) => compact(tx, accountScope(accountUuid), digest))
    }
    count = waiting.length
  }
}

async function compact(tx: Tx, scope: Scope, digest: Uint8Array): Promise<void> {
  const whole = await lockWhole(tx, scope, digest)
  if (!whole || whole.isCompacted) return
  const base = whole.size <= maxBytes ? await lockBase(tx, scope, { digest, maxBytes }) : undefined
  const content = base && (await contentOf(base, whole))
  await endCompaction(tx, scope, { digest, delta: content ? { content, base: base.digest } : null })
}

/** null if it is not worth it. Read back before it replaces the whole. */
async function contentOf(base: StoredContent, whole: StoredContent): Promise<Uint8Array | null> {
  const delta = await deltaOf(await unpackContent(base), await unpackContent(whole))
  const content = await compress(delta)
  if (content.length > whole.content.length * maxShare) return null
  await unpackContent({ ...whole, content, base: base.content })
  return content
}
