import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import type { ListAge } from '@assay/engine/advisories/lists.ts'
import type { ListId } from '@assay/engine/vocabulary.ts'
import {
  ArchiveError,
  type ArchiveHeader,
  type ArchiveLine,
  listAgesOf,
  listOfLine,
  readArchiveLine,
} from '@assay/osv/knowledge-archive.ts'
import type { SourceText } from '@assay/osv/read-source.ts'
import type { Database } from '#platform/database/database.ts'
import { listNewer } from '#knowledge/advisories/clusters/archive-store.ts'
import { listAges } from '#knowledge/advisories/feeds/list-store.ts'
import { ingestEolDates } from '#knowledge/advisories/ingestion/ingest.ts'
import { type Reading, ingestBatch, textsOf } from '#knowledge/advisories/sync/read-files.ts'
import { SourceError } from '#knowledge/advisories/feeds/source-error.ts'
import type { SourceFile } from '#knowledge/advisories/sync/source-files.ts'
import { ingestSignals } from '#knowledge/advisories/ingestion/ingest-signals.ts'
import { withdrawArchived } from '#knowledge/advisories/ingestion/withdraw-missing.ts'
import { importReleases } from '#knowledge/releases/archive-store.ts'

/** The header of an archive, with the ages of its lists. */
export type Header = ArchiveHeader & { lists: ListAge[] }

const batchSize = 500
const maxBatchLength = 16 * 1024 * 1024
/** Allowance for clock skew. */
const maxAheadMs = 24 * 3_600_000

/**
 * Imports an archive in batches and returns its header. Data already stored or newer is kept.
 * Throws SourceError if the archive is invalid or truncated; what was imported until then stays, but without an age.
 */
export async function importArchive(reading: Reading, file: SourceFile): Promise<Header> {
  let header: ArchiveHeader | null = null
  const listed = new Set<ListId>()
  let lines = 0
  let isComplete = false
  const batch = new Batch(reading)
  for await (const text of textsOf(file)) {
    if (isComplete) throw damaged(file)
    const line = readLine(text, file)
    if (header === null) header = headerOf(line, file)
    else if (line === null) await batch.add(text)
    else if (line.assay === 'end') isComplete = line.lines === lines
    else {
      await ingestLine(reading.db, line, header)
      const list = listOfLine(line)
      if (list !== null) listed.add(list)
    }
    if (line?.assay === 'end' && !isComplete) throw damaged(file)
    lines++
  }
  await batch.flush()
  if (header === null || !isComplete) throw damaged(file)
  return { ...header, lists: listAgesOf(header, listed) }
}

const damaged = ({ name }: SourceFile) => new SourceError(`${name} is incomplete or damaged`)

function readLine(text: SourceText, { name }: SourceFile): ArchiveLine | null {
  try {
    return readArchiveLine(text.text)
  } catch (error) {
    if (error instanceof ArchiveError) throw new SourceError(`${name}: ${error.message} (${text.where})`)
    throw error
  }
}

function headerOf(line: ArchiveLine | null, { name }: SourceFile): ArchiveHeader {
  if (line?.assay !== 'knowledge') throw new SourceError(`${name} is not an archive of an Assay server`)
  const times = [line.exportedAt, ...line.databases.map(({ checkedAt }) => checkedAt)]
  if (times.some((at) => at > Date.now() + maxAheadMs))
    throw new SourceError(`${name} has a date in the future. Check the clocks of both servers`)
  return line
}

class Batch {
  readonly #reading: Reading
  #texts: SourceText[] = []
  #length = 0

  constructor(reading: Reading) {
    this.#reading = reading
  }

  async add(text: SourceText): Promise<void> {
    this.#texts.push(text)
    this.#length += text.text.length
    if (this.#texts.length >= batchSize || this.#length >= maxBatchLength) await this.flush()
  }

  async flush(): Promise<void> {
    const texts = this.#texts
    this.#texts = []
    this.#length = 0
    const fresh = await withoutOlder(this.#reading.db, texts)
    if (fresh.length > 0) await ingestBatch(this.#reading, fresh)
  }
}

/** An older archive does not revert newer data. */
async function withoutOlder(db: Database, texts: SourceText[]): Promise<SourceText[]> {
  const read = texts.map((text) => ({ text, record: recordOf(text) }))
  const records = read.flatMap(({ record }) => record ?? [])
  const newer = await listNewer(db, records)
  return read.filter(({ record }) => !record || !newer.has(record.id)).map(({ text }) => text)
}

function recordOf({ text, where }: SourceText) {
  try {
    return readOsvRecord(JSON.parse(text), where).record
  } catch {
    // Reported as an issue when it is ingested.
    return null
  }
}

async function ingestLine(db: Database, line: ArchiveLine, header: ArchiveHeader): Promise<void> {
  if (line.assay === 'withdrawn') return withdrawArchived(db, line.ids, new Date(header.exportedAt))
  if (line.assay === 'support-ends') return ingestEolDates(db, line.products)
  if (line.assay === 'releases') return void (await importReleases(db, line.packages))
  if (line.assay === 'known-exploited') {
    if (await isOlder(db, 'kev', header)) return
    return ingestSignals(db, { list: 'known-exploited', cves: line.cves })
  }
  if (line.assay === 'eu-known-exploited') {
    if (await isOlder(db, 'eu-kev', header)) return
    return ingestSignals(db, { list: line.assay, cves: line.cves, euvdIds: line.euvdIds })
  }
  if (line.assay !== 'epss' || (await isOlder(db, 'epss', header))) return
  await ingestSignals(db, {
    list: 'epss',
    probabilities: new Map(line.probabilities),
    ...(line.percentiles && { percentiles: new Map(line.percentiles) }),
  })
}

/** Whether a newer list was read here. */
async function isOlder(db: Database, list: ListId, header: ArchiveHeader): Promise<boolean> {
  const stated = listAgesOf(header, new Set([list])).find(({ id }) => id === list)?.completeAt
  const stored = (await listAges(db)).find(({ id }) => id === list)?.completeAt
  return (stored ?? -Infinity) > (stated ?? header.exportedAt)
}
