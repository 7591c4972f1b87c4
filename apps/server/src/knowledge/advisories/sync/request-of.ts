import type { AppContext } from '#context.ts'
import { Problem } from '#platform/http/problem.ts'
import { feedsOf } from '#knowledge/advisories/feeds/feeds.ts'
import { listUsedFeeds } from './plan-syncs-job.ts'
import type { SyncRequest } from './sync-request.ts'

/** Stands for all databases. */
export const everyDatabase = 'osv'

interface SyncOptions {
  id: string
  /** undefined: the location from the settings. */
  from: string | undefined
}

/** The request of a database sync. Throws 409 if there is nothing to read. */
export async function requestOf(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { id, from }: SyncOptions,
): Promise<SyncRequest> {
  const isOne = id !== everyDatabase
  if (from !== undefined) return { kind: 'address', from, ...(isOne && { ecosystem: id }) }
  if (isOne && feedsOf(config.feeds).has(id)) return { kind: 'feeds', feeds: [id] }
  const used = isOne ? [] : (await listUsedFeeds(db, config.feeds)).map((feed) => feed.id)
  if (used.length > 0) return { kind: 'feeds', feeds: used }
  throw new Problem(
    409,
    'nothingToSync',
    isOne || config.feeds.advisories === undefined
      ? 'The settings of the server name no source to sync this from'
      : 'Nothing to sync yet: advisories of an ecosystem are synced once a project with its packages has been scanned',
  )
}
