import type { ListId } from '@assay/engine/vocabulary.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { FileContent } from '@assay/osv/archive-age.ts'
import { readSource, type SourceText } from '@assay/osv/read-source.ts'
import type { Database } from '#platform/database/database.ts'
import { outageOf } from '#platform/database/outage.ts'
import { yieldToInteractive } from '#platform/worker-threads/yield-to-interactive.ts'
import { type Ingested, ingest } from './ingest.ts'
import { recordLists } from './list-store.ts'
import { SourceError } from './source-error.ts'
import type { SourceFile } from './source-files.ts'
import { type Counters, saveProgress } from './sync-store.ts'

/** A batch is short, so that interactive scans do not wait for it. */
const batchSize = 40
/** Maximum characters of a batch, which is held in memory. */
const maxBatchLength = 16 * 1024 * 1024
const saveEveryMs = 400
const maxExamples = 3

export interface Reading {
  db: Database
  syncUuid: string
  /** Display name of the source. */
  source: string
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
  progress.current = file.name
  progress.expected = await countDocuments(file)
  progress.read = 0
  await saveProgress(db, syncUuid, progress)
  const own = new Map<EcosystemId, number>()
  const lists = new Set<ListId>()
  for await (const batch of batches(textsOf(file))) {
    const ingested = await ingestBatch(reading, batch)
    for (const [ecosystem, count] of ingested.own) own.set(ecosystem, (own.get(ecosystem) ?? 0) + count)
    for (const list of ingested.lists) lists.add(list)
  }
  const { name, at, ecosystem } = file
  await recordLists(db, lists, { source: reading.source, at: new Date(Math.min(at, Date.now())) })
  await saveProgress(db, syncUuid, progress)
  return { name, at, own, ...(ecosystem && { ecosystem }) }
}

export async function ingestBatch(reading: Reading, texts: SourceText[]): Promise<Ingested> {
  const { db, syncUuid, source, progress, stopping } = reading
  stopping?.throwIfAborted()
  const start = performance.now()
  const result = await ingest(db, source, texts)
  progress.read += texts.length
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
    if (outageOf(error) !== null) throw error
    throw new SourceError(`${name} is incomplete or damaged: ${(error as Error).message}`, { cause: error })
  }
}

/** Counting the records first is cheap and gives accurate progress. */
async function countDocuments(file: SourceFile): Promise<number> {
  let count = 0
  for await (const _ of textsOf(file)) count++
  return count
}

async function* batches(items: AsyncIterable<SourceText>): AsyncGenerator<SourceText[]> {
  let batch: SourceText[] = []
  let length = 0
  for await (const item of items) {
    batch.push(item)
    length += item.text.length
    if (batch.length < batchSize && length < maxBatchLength) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
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
