import type { ListId } from '@assay/engine/vocabulary.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { FileContent } from '@assay/osv/archive-age.ts'
import { readSource, type SourceText } from '@assay/osv/read-source.ts'
import type { Database } from '#platform/database/database.ts'
import { outageOf } from '#platform/database/outage.ts'
import { isScanAwaited } from '#platform/worker-threads/threads.ts'
import { yieldToInteractive } from '#platform/worker-threads/yield-to-interactive.ts'
import { type Decoded, decode } from '#knowledge/advisories/ingestion/decode.ts'
import { type DecodedFile, decodeFile } from '#knowledge/advisories/ingestion/decode-file.ts'
import { type Ingested, ingestDecoded, type Origin } from '#knowledge/advisories/ingestion/ingest.ts'
import { recordLists } from '#knowledge/advisories/feeds/list-store.ts'
import { SourceError } from '#knowledge/advisories/feeds/source-error.ts'
import type { SourceFile } from './source-files.ts'
import { type Counters, saveProgress } from './sync-store.ts'

/** Short while an interactive scan waits, long otherwise: half of a short batch's time is its statements. */
const batchSize = () => (isScanAwaited() ? 40 : 1000)
const saveEveryMs = 400
const maxExamples = 3

export interface Reading extends Origin {
  db: Database
  syncUuid: string
  /** Running totals. */
  progress: Counters
  /** When the totals were last stored, in epoch ms. */
  savedAt: number
  stopping: AbortSignal | undefined
  /** Called with the records of each batch, whether new or already stored. */
  note?: (records: Ingested['records']) => void
}

/** Ingests a file in batches, one transaction each. Returns what it holds. Throws SourceError if it is broken. */
export async function readFile(reading: Reading, file: SourceFile): Promise<FileContent> {
  const { db, syncUuid, progress } = reading
  const own = new Map<EcosystemId, number>()
  const lists = new Set<ListId>()
  Object.assign(progress, { current: file.name, expected: null, read: 0 })
  await saveProgress(db, syncUuid, progress)
  const decoded = await decodeFile(file).catch((error: unknown) => throwDamage(file.name, error))
  try {
    progress.expected = decoded.expected
    await saveProgress(db, syncUuid, progress)
    for await (const batch of readAhead(batchesOf(decoded, file))) {
      const ingested = await storeBatch(reading, batch)
      for (const [ecosystem, count] of ingested.own) own.set(ecosystem, (own.get(ecosystem) ?? 0) + count)
      for (const list of ingested.lists) lists.add(list)
    }
  } finally {
    await decoded.close()
  }
  const { name, at, ecosystem } = file
  await recordLists(db, lists, { source: reading.source, at: new Date(Math.min(at, Date.now())) })
  await saveProgress(db, syncUuid, progress)
  return { name, at, own, ...(ecosystem && { ecosystem }) }
}

export const ingestBatch = (reading: Reading, texts: readonly SourceText[]): Promise<Ingested> =>
  storeBatch(reading, texts.map(decode))

async function storeBatch(reading: Reading, documents: readonly Decoded[]): Promise<Ingested> {
  const { db, syncUuid, progress, stopping } = reading
  stopping?.throwIfAborted()
  const start = performance.now()
  const result = await ingestDecoded(db, reading, documents)
  progress.read += documents.length
  progress.added += result.added
  progress.changed += result.changed
  progress.unchanged += result.unchanged
  countSkipped(progress, result.issues)
  reading.note?.(result.records)
  if (Date.now() - reading.savedAt >= saveEveryMs) {
    reading.savedAt = Date.now()
    await saveProgress(db, syncUuid, progress)
  }
  await yieldToInteractive(performance.now() - start)
  return result
}

/** Reports a broken file as a failure of its source. */
export async function* textsOf({ path, name }: SourceFile): AsyncGenerator<SourceText> {
  try {
    yield* readSource(path, name)
  } catch (error) {
    throwDamage(name, error)
  }
}

function throwDamage(name: string, error: unknown): never {
  if (outageOf(error) !== null) throw error
  throw new SourceError(`${name} is incomplete or damaged: ${(error as Error).message}`, { cause: error })
}

async function* batchesOf(decoded: DecodedFile, { name }: SourceFile): AsyncGenerator<Decoded[]> {
  for (;;) {
    const batch = await decoded.next(batchSize()).catch((error: unknown) => throwDamage(name, error))
    if (batch === null) return
    yield batch
  }
}

/** Reads the next batch while the database stores the one before. */
async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // Thrown when it is awaited, after the batch before.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

export function countSkipped(progress: Counters, issues: Issue[]): void {
  for (const { code, message, where } of issues) {
    const existing = progress.skipped.find((each) => each.code === code)
    const skipped = existing ?? { code, count: 0, examples: [] }
    if (!existing) progress.skipped.push(skipped)
    skipped.count++
    if (skipped.examples.length < maxExamples) skipped.examples.push(`${where}: ${message}`)
  }
}
