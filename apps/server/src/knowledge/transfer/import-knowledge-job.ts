import { isoDay } from '@assay/engine/time.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sendAffectedBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { recordRead } from '#knowledge/advisories/databases/database-store.ts'
import { recordLists } from '#knowledge/advisories/feeds/list-store.ts'
import { finishSync } from '#knowledge/advisories/sync/sync-advisories-job.ts'
import { countSkipped, type Reading } from '#knowledge/advisories/sync/read-files.ts'
import { reasonOf, SourceError } from '#knowledge/advisories/feeds/source-error.ts'
import { type SourceFile, sourceFiles } from '#knowledge/advisories/sync/source-files.ts'
import { importKnowledgeKind, type SyncRequest } from '#knowledge/advisories/sync/sync-request.ts'
import { reopenSyncs, saveProgress, startSync } from '#knowledge/advisories/sync/sync-store.ts'
import { sendRescans } from '#knowledge/releases/fetch-releases-job.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { type Header, importArchive } from './import-archive.ts'

/** Imports an uploaded archive. Batches are transactions, so a retry skips what is already stored. */
export const importKnowledgeJob = defineJob({
  ...importKnowledgeKind,
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  retry: { limit: 10, delaySeconds: 1, maxDelaySeconds: 300 },
  async run(context, { syncUuid }, { stopping }) {
    const { db } = context
    const sync = await startSync(db, syncUuid)
    if (!sync) return
    const { name, progress, request } = sync
    const reading = { db, syncUuid, source: name, progress, savedAt: 0, stopping }
    const reason = await readArchive(context, reading, request)
    await finishSync(db, syncUuid, { reason, isNews: reason !== null })
  },
  onExhausted: ({ db }, { syncUuid }, reason) => finishSync(db, syncUuid, { reason, isNews: true }),
  async onRequeue(tx, payloads) {
    await reopenSyncs(
      tx,
      payloads.map(({ syncUuid }) => syncUuid),
    )
  },
})

/** null, or why the archive could not be read completely. */
async function readArchive(
  context: JobContext,
  reading: Reading,
  request: SyncRequest,
): Promise<string | null> {
  if (request.kind !== 'archive') throw new Error(`The sync reads no archive but ${request.kind}`)
  try {
    for await (const file of sourceFiles(context, request)) {
      await checkDigest(file, request.digest)
      reading.progress.current = file.name
      reading.progress.read = 0
      const header = await importFile(context, reading, file)
      await noteAges(reading, header)
      await sendAffectedBranches(context)
    }
    return null
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    context.log.error({ reason, source: reading.source }, 'An archive could not be imported')
    return reason
  }
}

/** Compiles the imported data, even if the rest could not be read. */
async function importFile(context: JobContext, reading: Reading, file: SourceFile): Promise<Header> {
  try {
    return await importArchive(reading, file)
  } finally {
    await finish(context, reading)
  }
}

async function checkDigest({ path, name }: SourceFile, digest: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if ((hash.read() as Buffer).toString('hex') !== digest)
    throw new SourceError(`${name} is damaged: its checksum does not match. Upload it again`)
}

async function finish(context: JobContext, { db, syncUuid, progress }: Reading): Promise<void> {
  countSkipped(progress, await compileStale(db))
  await sendAffectedBranches(context)
  await sendRescans(context)
  await saveProgress(db, syncUuid, progress)
}

/** The data keeps the age it had at its source, whenever it is imported. */
async function noteAges({ db }: Reading, { databases, lists, exportedAt }: Header): Promise<void> {
  const day = isoDay(exportedAt)
  const timeOf = (at: number) => new Date(Math.min(at, exportedAt, Date.now()))
  for (const { ecosystem, source, checkedAt } of databases)
    await recordRead(db, [ecosystem], { source: `${source} (archive of ${day})`, at: timeOf(checkedAt) })
  for (const { id, completeAt } of lists)
    if (completeAt !== null)
      await recordLists(db, [id], { source: `archive of ${day}`, at: timeOf(completeAt) })
}
