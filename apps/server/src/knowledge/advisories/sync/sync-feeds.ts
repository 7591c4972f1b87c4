import { hourMs } from '@assay/engine/time.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { sendAffectedBranches } from './affected-branches.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { recordRead } from '#knowledge/advisories/databases/database-store.ts'
import { FeedError, fileTimeOf } from '#knowledge/advisories/feeds/feed-file.ts'
import {
  addFeeds,
  findFeed,
  listUnread,
  saveFailure,
  saveRead,
} from '#knowledge/advisories/feeds/feed-store.ts'
import {
  type Feed,
  feedsOf,
  displayLocationOf,
  isWebAddress,
  locationIn,
} from '#knowledge/advisories/feeds/feeds.ts'
import { recordLists } from '#knowledge/advisories/feeds/list-store.ts'
import { readArchiveFeed, readListFeed } from './read-feed.ts'
import { countSkipped, type Reading } from './read-files.ts'
import { reasonOf } from '#knowledge/advisories/feeds/source-error.ts'
import { saveProgress } from './sync-store.ts'

interface FeedsSync {
  reading: Reading
  ids: readonly string[]
  /** Feeds read after this time were read by an earlier attempt of the same sync. */
  startedAt: Date
}

export interface FeedsEnd {
  /** Why some feeds could not be read; null if all were. */
  reason: string | null
  /** Whether one of them could be read last time. */
  isNews: boolean
}

/**
 * Reads the feeds one by one, committing each; those of ecosystems that were scanned before any of their data was read
 * come first, even if they were added meanwhile. Failed feeds are retried with increasing delay.
 */
export async function syncFeeds(
  context: JobContext,
  { reading, ids, startedAt }: FeedsSync,
): Promise<FeedsEnd> {
  const feeds = feedsOf(context.config.feeds)
  const failedLocations = new Map<string, FeedError>()
  const errors = new Set<string>()
  let isNews = false
  const left = new Set(ids)
  const tried = new Set<string>()
  while (left.size > 0) {
    const awaited = (await listUnread(context.db)).filter((id) => feeds.get(id)?.ecosystem && !tried.has(id))
    const id = awaited[0] ?? [...left][0]!
    left.delete(id)
    tried.add(id)
    const feed = feeds.get(id)
    if (!feed) continue
    const failure = await syncFeed(context, feed, { reading, startedAt, failedLocations })
    if (failure === null) continue
    errors.add(failure.error)
    isNews ||= failure.isNews
  }
  return { reason: errors.size === 0 ? null : [...errors].slice(0, 3).join('; '), isNews }
}

interface Failure {
  error: string
  isNews: boolean
}

interface FeedSync extends Pick<FeedsSync, 'reading' | 'startedAt'> {
  /** Skips other feeds of a host that is unavailable. */
  failedLocations: Map<string, FeedError>
}

async function syncFeed(
  context: JobContext,
  feed: Feed,
  { reading, startedAt, failedLocations }: FeedSync,
): Promise<Failure | null> {
  const { db, config } = context
  await addFeeds(db, [feed.id])
  const state = (await findFeed(db, feed.id))!
  if (state.checkedAt !== null && state.checkedAt >= startedAt && state.error === null) return null
  const at = new Date()
  const displayLocation = displayLocationOf(feed.source)
  try {
    const earlier = failedLocations.get(displayLocation)
    if (earlier) throw earlier
    // Before reading, as a file may be replaced meanwhile.
    const dataAt = await timeOfData(feed, at)
    const source = withoutCredentials(feed.source)
    const feedContext = { config, reading: { ...reading, source }, state, dataAt }
    const result = feed.ecosystem
      ? await readArchiveFeed(feed, feedContext)
      : await readListFeed(feed, feedContext)
    await finish(context, reading)
    if (feed.ecosystem) {
      await recordRead(db, [feed.ecosystem.id], { source, at: dataAt })
      await sendAffectedBranches(context)
    } else await recordLists(db, [feed.id], { source, at: dataAt })
    await saveRead(db, feed.id, { ...result, source: feed.source, at, nextAt: nextCheck(feed, at) })
    return null
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    if (error instanceof FeedError && error.affectsHost) failedLocations.set(displayLocation, error)
    await finish(context, reading)
    await saveFailure(db, feed.id, { error: reason, nextAt: nextAttempt(state.failures, error) })
    return { error: reason, isNews: state.failures === 0 }
  }
}

/** When the data of a feed was complete: its download, or the time of the file. */
async function timeOfData(feed: Feed, at: Date): Promise<Date> {
  const location = feed.ecosystem ? locationIn(feed, 'all.zip') : feed.source
  const fileTime = isWebAddress(location) ? null : await fileTimeOf(location)
  return fileTime !== null && fileTime < at ? fileTime : at
}

/** Compiles the indexes before a feed is marked as read, even if it was read only in part. */
async function finish(context: JobContext, { db, syncUuid, progress }: Reading): Promise<void> {
  countSkipped(progress, await compileStale(db))
  await sendAffectedBranches(context)
  await saveProgress(db, syncUuid, progress)
}

/** Lists change once a day, end-of-life dates even less often. */
const listHours = new Map([
  ['kev', 6],
  ['eu-kev', 6],
  ['epss', 6],
  ['end-of-life', 24],
])
const spread = 0.1

/** Jitter, so that not all servers sync at the same minute. */
const nextCheck = ({ id }: Feed, at: Date) =>
  new Date(at.getTime() + (listHours.get(id) ?? 1) * hourMs * (1 - spread * Math.random()))

const firstRetryMs = 5 * 60_000
const maxRetryMs = 6 * hourMs

function nextAttempt(failures: number, error: unknown): Date {
  const waitMs = Math.min(firstRetryMs * 2 ** Math.min(failures, 10), maxRetryMs)
  const requestedMs = error instanceof FeedError ? (error.retryAfterMs ?? 0) : 0
  return new Date(Date.now() + Math.max(waitMs, requestedMs))
}
