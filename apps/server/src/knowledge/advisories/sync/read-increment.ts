import type { SourceText } from '@assay/osv/read-source.ts'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Config } from '#config.ts'
import type { Database } from '#platform/database/database.ts'
import { FeedError, readFeedFile } from '#knowledge/advisories/feeds/feed-file.ts'
import { listCurrent } from '#knowledge/advisories/feeds/feed-store.ts'
import { type ArchiveFeed, locationIn, displayLocationOf } from '#knowledge/advisories/feeds/feeds.ts'
import { type Reading, ingestBatch } from './read-files.ts'

/** Records appear in the list some time after they were modified. */
const overlapMs = 2 * 3_600_000
/** Above this number of changes, reading the whole archive is faster. */
const maxRecords = 2000
const maxLines = 50_000
const maxLineLength = 1000
const inParallel = 8
const batchSize = 100

interface Increment {
  config: Config
  feed: ArchiveFeed
  /** Epoch ms. */
  since: number
}

/** Returns the time up to which modified records were read, or null if the whole archive has to be read instead. */
export async function readIncrement(
  reading: Reading,
  { config, feed, since }: Increment,
): Promise<number | null> {
  const { db, progress } = reading
  const listed = await listModified(config, { feed, since })
  if (listed === null) return null
  const changed = await withoutCurrent(db, listed)
  if (changed.length > maxRecords) return null
  Object.assign(progress, { current: `${feed.name}: modified records`, read: 0, expected: changed.length })
  for (let start = 0; start < changed.length; start += batchSize) {
    const texts = await fetchRecords(config, feed, changed.slice(start, start + batchSize))
    await ingestBatch(reading, texts)
  }
  const now = Date.now()
  // A feed may list a time in the future.
  return listed.reduce((latest, { at }) => (at <= now ? Math.max(latest, at) : latest), since)
}

interface Listed {
  id: string
  at: number
}

/** Newest first, down to those already read. null if the list does not exist or is too long. */
async function listModified(
  config: Config,
  { feed, since }: { feed: ArchiveFeed; since: number },
): Promise<Listed[] | null> {
  const location = locationIn(feed, 'modified_id.csv')
  try {
    return await readFeedFile(config, { location, etag: null }, async ({ body }) => {
      const listed: Listed[] = []
      for await (const line of linesOf(body)) {
        const entry = readLine(line)
        if (entry === null) throw new FeedError(`${location} is not a list of modified records`)
        if (entry.at <= since - overlapMs) return listed
        if (listed.push(entry) > maxLines) return null
      }
      return listed
    })
  } catch (error) {
    if (error instanceof FeedError && error.isAbsent) return null
    throw error
  }
}

async function* linesOf(body: Readable): AsyncGenerator<string> {
  let buffered = ''
  for await (const chunk of body.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (buffered + chunk).split('\n')
    buffered = lines.pop()!.slice(0, maxLineLength)
    yield* lines
  }
  if (buffered !== '') yield buffered
}

/** '2026-11-20T08:00:00Z,GHSA-…' */
function readLine(line: string): Listed | null {
  const [, time = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z),(\w[\w.:+-]{0,200})$/.exec(line.trim()) ?? []
  const at = Date.parse(time)
  return Number.isNaN(at) ? null : { id, at }
}

async function withoutCurrent(db: Database, listed: Listed[]): Promise<string[]> {
  const current = await listCurrent(db, listed)
  return [...new Set(listed.map(({ id }) => id))].filter((id) => !current.has(id))
}

async function fetchRecords(config: Config, feed: ArchiveFeed, ids: string[]): Promise<SourceText[]> {
  const texts: SourceText[] = []
  const queue = ids.values()
  const work = async () => {
    for (const id of queue) {
      const found = await fetchRecord(config, feed, id)
      if (found !== null) texts.push(found)
    }
  }
  await Promise.all(Array.from({ length: inParallel }, work))
  return texts
}

/** null if the record was removed from the feed after it was listed. */
async function fetchRecord(config: Config, feed: ArchiveFeed, id: string): Promise<SourceText | null> {
  const location = locationIn(feed, `${id}.json`)
  const where = `${displayLocationOf(location)}: ${id}`
  try {
    const found = await readFeedFile(config, { location, etag: null, use: 'advisory' }, ({ body }) =>
      text(body),
    )
    return found === null ? null : { text: found, where }
  } catch (error) {
    if (error instanceof FeedError && error.isAbsent) return null
    throw error
  }
}
