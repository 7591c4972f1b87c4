import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import type { DocumentSource } from './make-documents.ts'
import { insertDocument, listPublished, lockVersion, type PublishedRow } from './store.ts'

const compress = promisify(zstdCompress)

/** A new collection if any document says something else than the one that is public. */
export async function publishVersion(
  tx: Tx,
  scope: Scope,
  { versionUuid, sources, now }: { versionUuid: string; sources: readonly DocumentSource[]; now: Date },
): Promise<void> {
  if (!(await lockVersion(tx, scope, versionUuid))) throwNotFound('version')
  const rows = await listPublished(tx, scope, versionUuid)
  const collection = Math.max(0, ...rows.map((row) => row.collection)) + 1
  for (const source of sources) {
    const document = await changedDocument(rows, { source, now })
    if (document) await insertDocument(tx, scope, { ...document, versionUuid, collection })
  }
}

/** null if it says the same, or nothing as before. */
async function changedDocument(
  rows: readonly PublishedRow[],
  { source: { kind, uuid, digest: sourceDigest, write }, now }: { source: DocumentSource; now: Date },
) {
  const earlier = rows.filter((row) => row.kind === kind)
  const last = earlier.at(-1)
  const named = { kind, uuid, sourceDigest, publishedAt: now }
  if (write === null) return last?.digest ? { ...named, digest: null, content: null } : null
  if (last?.digest && Buffer.compare(last.sourceDigest, sourceDigest) === 0) return null
  const revisions = earlier
    .filter(({ digest }) => digest !== null)
    .map(({ publishedAt }) => publishedAt.getTime())
  const bytes = Buffer.from(JSON.stringify(write([...revisions, now.getTime()])))
  return { ...named, digest: createHash('sha256').update(bytes).digest(), content: await compress(bytes) }
}
