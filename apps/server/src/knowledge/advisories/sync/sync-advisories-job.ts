import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { decidingFiles, type FileContent } from '@assay/osv/archive-age.ts'
import type { Database } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { sendAffectedBranches } from './affected-branches.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import {
  completeEcosystems,
  readAdvisoryData,
  recordRead,
} from '#knowledge/advisories/databases/database-store.ts'
import { countSkipped, type Reading, readFile } from './read-files.ts'
import { reasonOf } from '#knowledge/advisories/feeds/source-error.ts'
import { sourceFiles } from './source-files.ts'
import { type FeedsEnd, syncFeeds } from './sync-feeds.ts'
import { syncAdvisoriesKind } from './sync-request.ts'
import {
  endSync,
  findSyncedFiles,
  type NewSync,
  reopenSyncs,
  saveProgress,
  saveSyncedFiles,
  startSync,
  type Counters,
} from './sync-store.ts'
import { deleteUploadsOfSync } from '#knowledge/advisories/uploads/upload-store.ts'

/** Each batch is a transaction, and stored records are skipped: a retry continues where the last attempt stopped. */
export const syncAdvisoriesJob = defineJob({
  ...syncAdvisoriesKind,
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  retry: { limit: 10, delaySeconds: 1, maxDelaySeconds: 300 },
  async run(context, { syncUuid }, { stopping }) {
    const sync = await startSync(context.db, syncUuid)
    if (!sync) return
    await finishSync(context.db, syncUuid, await readAll(context, { ...sync, syncUuid, stopping }))
  },
  onExhausted: ({ db }, { syncUuid }, reason) => finishSync(db, syncUuid, { reason, isNews: true }),
  async onRequeue(tx, payloads) {
    await reopenSyncs(
      tx,
      payloads.map(({ syncUuid }) => syncUuid),
    )
  },
})

interface StartedSync extends NewSync {
  syncUuid: string
  progress: Counters
  startedAt: Date
  stopping: AbortSignal | undefined
}

/** The reason if a source could not be read completely. What was read of it is kept. */
async function readAll(
  context: JobContext,
  { syncUuid, name: source, request, progress, startedAt, stopping }: StartedSync,
): Promise<FeedsEnd> {
  const { db } = context
  const reading: Reading = { db, syncUuid, source, progress, savedAt: 0, stopping }
  if (request.kind === 'feeds') {
    const end = await syncFeeds(context, { reading, ids: request.feeds, startedAt })
    // Log once, not on every attempt.
    if (end.isNews) context.log.error({ reason: end.reason }, 'Advisories could not be synced')
    return end
  }
  const files: FileContent[] = await readEarlier(db, request)
  let reason: string | null = null
  try {
    for await (const file of sourceFiles(context, request)) {
      const unread = await findUnread(db, file.ecosystem)
      files.push(await readFile({ ...reading, unread }, file))
    }
  } catch (error) {
    reason = reasonOf(error)
    if (reason === null) throw error
    context.log.error({ reason, source }, 'A source of advisories could not be read')
  }
  progress.current = 'Compiling the indexes'
  await saveProgress(db, syncUuid, progress)
  countSkipped(progress, await compileStale(db))
  // Only once the indexes contain the data. Files that were read completely count, even if a later one failed.
  await recordFiles(context, { request, syncUuid, source }, files)
  await sendAffectedBranches(context)
  await saveProgress(db, syncUuid, progress)
  return { reason, isNews: reason !== null }
}

/** The ecosystem if its data was never read completely. */
async function findUnread(db: Database, id: EcosystemId | undefined): Promise<EcosystemId | undefined> {
  if (id === undefined) return undefined
  return completeEcosystems(await readAdvisoryData(db, [id])).has(id) ? undefined : id
}

/** Records the age of the data. If more files of the same sync follow, the last one does, from all of them. */
async function recordFiles(
  { db }: JobContext,
  { request, syncUuid, source }: Pick<StartedSync, 'request' | 'syncUuid'> & { source: string },
  files: readonly FileContent[],
): Promise<void> {
  if (request.kind === 'upload' && request.hasMore === true) return saveSyncedFiles(db, syncUuid, files)
  for (const [ecosystem, { name, at }] of decidingFiles(files))
    await recordRead(db, [ecosystem], {
      source: request.kind === 'upload' ? name : source,
      at: new Date(Math.min(at, Date.now())),
    })
}

const readEarlier = (db: Database, request: NewSync['request']): Promise<FileContent[]> =>
  request.kind === 'upload' && request.continues !== undefined
    ? findSyncedFiles(db, request.continues)
    : Promise.resolve([])

/** Ends a sync; its files are no longer needed. */
export async function finishSync(
  db: Database,
  syncUuid: string,
  { reason, isNews }: FeedsEnd,
): Promise<void> {
  await deleteUploadsOfSync(db, syncUuid)
  await db.transaction().execute(async (tx) => {
    const hasEnded = await endSync(tx, syncUuid, reason)
    if (hasEnded && isNews && reason !== null)
      await writeEvents(tx, null, [{ type: 'advisories.sync-failed', payload: { syncUuid, reason } }])
  })
}
