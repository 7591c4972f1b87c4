import type { Issue } from '@assay/engine/inventory.ts'
import type { Parts } from '../app.ts'
import { Problem } from '../http/problem.ts'
import { compileStale } from './compile-stale.ts'
import { ingest } from './ingest.ts'
import { readSource, type SourceText } from '@assay/osv/read-source.ts'
import { rescanAffected } from './rescan-affected.ts'
import { beginSync, type Counters, endSync, saveProgress } from './sync-store.ts'

/** A file on this machine, and what people call it. */
export interface SourceFile {
  path: string
  name: string
}

export interface SyncSource {
  name: string
  /** Yields files as they become available; what they hold is read before the next is asked for. */
  files(): AsyncIterable<SourceFile>
}

type SyncParts = Pick<Parts, 'db' | 'queue'> & { log: { error(context: object, message: string): void } }

const batchSize = 500
const saveEveryMs = 400
const mostExamples = 3

/**
 * Begins a sync and returns at once; findSync follows it. Each batch is a transaction, and records that are stored
 * already are passed over, so a sync that was interrupted goes on where it was by being called again.
 */
export async function startSync(parts: SyncParts, source: SyncSource): Promise<{ done: Promise<void> }> {
  const progress: Counters = {
    current: source.name,
    read: 0,
    expected: null,
    added: 0,
    changed: 0,
    unchanged: 0,
    skipped: [],
  }
  const uuid = await beginSync(parts.db, source.name, progress)
  if (uuid === null) throw new Problem(409, 'syncRunning', 'A sync of the advisories is running already')
  const run = async () => {
    try {
      await readAndCompile(parts, { source, uuid, progress })
      await endSync(parts.db, uuid, { progress, reason: null })
    } catch (error) {
      parts.log.error({ err: error }, 'The sync of the advisories failed')
      await endSync(parts.db, uuid, {
        progress,
        reason: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return { done: run() }
}

interface Run {
  source: SyncSource
  uuid: string
  progress: Counters
}

async function readAndCompile(parts: SyncParts, { source, uuid, progress }: Run): Promise<void> {
  const { db } = parts
  const packages = new Map<string, { ecosystem: string; name: string }>()
  let savedAt = 0
  const take = async (texts: SourceText[]) => {
    const result = await ingest(db, source.name, texts)
    progress.read += texts.length
    progress.added += result.added
    progress.changed += result.changed
    progress.unchanged += result.unchanged
    countSkipped(progress, result.issues)
    for (const each of result.packages) packages.set(`${each.ecosystem}:${each.name}`, each)
    if (Date.now() - savedAt < saveEveryMs) return
    savedAt = Date.now()
    await saveProgress(db, uuid, progress)
  }
  for await (const file of source.files()) {
    progress.current = file.name
    progress.expected = await countDocuments(file)
    progress.read = 0
    for await (const batch of batches(readSource(file.path, file.name))) await take(batch)
  }
  progress.current = 'Compiling the indexes'
  await saveProgress(db, uuid, progress)
  countSkipped(progress, await compileStale(db))
  await rescanAffected(parts, [...packages.values()])
}

/** A pass over the file without parsing costs little and makes the progress honest. */
async function countDocuments(file: SourceFile): Promise<number> {
  let count = 0
  for await (const _ of readSource(file.path, file.name)) count++
  return count
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function countSkipped(progress: Counters, issues: Issue[]): void {
  for (const { code, message, where } of issues) {
    const known = progress.skipped.find((each) => each.code === code)
    const skipped = known ?? { code, count: 0, examples: [] }
    if (!known) progress.skipped.push(skipped)
    skipped.count++
    if (skipped.examples.length < mostExamples) skipped.examples.push(`${where}: ${message}`)
  }
}
