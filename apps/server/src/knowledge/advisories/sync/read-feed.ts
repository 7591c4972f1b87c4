import { readSource } from '@assay/osv/read-source.ts'
import { decodeFeed, type FeedEntry, listOf } from '@assay/osv/decode-feed.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#config.ts'
import { newSpoolPath, removeSpooled } from '#platform/uploads/spool.ts'
import { FeedError, readFeedFile } from '#knowledge/advisories/feeds/feed-file.ts'
import type { FeedState } from '#knowledge/advisories/feeds/feed-store.ts'
import {
  type ArchiveFeed,
  isWebAddress,
  type ListFeed,
  locationIn,
  displayLocationOf,
} from '#knowledge/advisories/feeds/feeds.ts'
import { type Reading, readFile } from './read-files.ts'
import { readIncrement } from './read-increment.ts'
import { withdrawMissing } from '#knowledge/advisories/ingestion/withdraw-missing.ts'

/** The changed fields; the feed's other fields stay as they are. */
export interface FeedResult {
  isFull: boolean
  modifiedTo: Date | null
  etag: string | null
}

export interface FeedContext {
  config: Config
  reading: Reading
  state: FeedState
  /** When the data was complete. */
  dataAt: Date
}

const fullEveryMs = 7 * 24 * 3_600_000

/** Reads what changed since the last sync, and everything once a week. Throws FeedError. */
export async function readArchiveFeed(feed: ArchiveFeed, context: FeedContext): Promise<FeedResult> {
  const { config, reading, state } = context
  const isOld = state.fullAt === null || state.fullAt.getTime() + fullEveryMs <= Date.now()
  const isKnown = state.source === feed.source && state.modifiedTo !== null
  if (isOld || !isKnown || !isWebAddress(feed.source)) return readArchive(feed, context)
  const modifiedTo = await readIncrement(reading, { config, feed, since: state.modifiedTo!.getTime() })
  if (modifiedTo === null) return readArchive(feed, context)
  return { isFull: false, modifiedTo: new Date(modifiedTo), etag: state.etag }
}

/** Reads the full archive unless it has not changed. */
async function readArchive(feed: ArchiveFeed, { config, reading, state }: FeedContext): Promise<FeedResult> {
  const location = locationIn(feed, 'all.zip')
  const etag = state.source === feed.source ? state.etag : null
  reading.progress.current = `${feed.name}: fetching ${displayLocationOf(location)}`
  const ids = new Set<string>()
  const now = Date.now()
  let newest = 0
  const note: Reading['note'] = (records) => {
    for (const { id, modifiedAt } of records) {
      ids.add(id)
      if (modifiedAt !== null && modifiedAt <= now) newest = Math.max(newest, modifiedAt)
    }
  }
  const unread = state.fullAt === null ? feed.ecosystem.id : undefined
  const found = await withCopy(config, { location, etag }, (path) =>
    readFile({ ...reading, note, unread }, { path, at: now, name: `${feed.name}: all advisories` }),
  )
  if (found === null) return { isFull: true, modifiedTo: state.modifiedTo, etag }
  if (ids.size === 0) throw new FeedError(`${location} contains no advisories`)
  await withdrawMissing(reading.db, { ecosystem: feed.ecosystem.id, source: feed.source, ids })
  return { isFull: true, modifiedTo: new Date(newest), etag: found.etag }
}

/** Reads a full list. Throws FeedError. */
export async function readListFeed(
  feed: ListFeed,
  { config, reading, state, dataAt }: FeedContext,
): Promise<FeedResult> {
  const location = feed.source
  const etag = state.source === location ? state.etag : null
  reading.progress.current = `${feed.name}: fetching ${displayLocationOf(location)}`
  const found = await withCopy(config, { location, etag }, async (path) => {
    await checkList(feed, path)
    await readFile(reading, { path, at: dataAt.getTime(), name: feed.name })
  })
  return { isFull: true, modifiedTo: null, etag: found === null ? etag : found.etag }
}

/** Rejects an empty list or an unrelated page served under the same address. */
async function checkList({ id, source }: ListFeed, path: string): Promise<void> {
  const texts = readSource(path, source)
  try {
    const { value } = await texts.next()
    const entry = value ? decodeFeed(value) : null
    if (entry && listOf(entry) === id && !isEmpty(entry)) return
  } catch {
    // Malformed content is rejected too.
  } finally {
    await texts.return(undefined)
  }
  throw new FeedError(`${source} did not return the expected list`)
}

function isEmpty(entry: FeedEntry): boolean {
  if (entry.kind === 'eol-dates') return entry.products.length === 0
  if (entry.kind !== 'exploit-signals') return true
  const { signals } = entry
  return signals.list === 'epss' ? signals.probabilities.size === 0 : signals.cves.length === 0
}

/** Deletes the temporary file after use. null if the file has not changed. */
async function withCopy(
  config: Config,
  file: { location: string; etag: string | null },
  use: (path: string) => Promise<unknown>,
): Promise<{ etag: string | null } | null> {
  const path = await newSpoolPath()
  try {
    const found = await readFeedFile(config, file, async ({ body, etag }) => {
      await pipeline(body, createWriteStream(path))
      return { etag }
    })
    if (found !== null) await use(path)
    return found
  } finally {
    await removeSpooled(path)
  }
}
