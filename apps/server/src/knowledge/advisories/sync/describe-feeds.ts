import type { FeedStatus } from '@assay/contract/advisory-databases.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import type { AppContext } from '#context.ts'
import { listFeeds } from '#knowledge/advisories/feeds/feed-store.ts'
import { listUsedFeeds } from './plan-syncs-job.ts'

/** The automatically synced feeds and their status. */
export async function describeFeeds({
  db,
  config: { feeds: settings },
}: Pick<AppContext, 'db' | 'config'>): Promise<Pick<FeedStatus, 'source' | 'ecosystems' | 'feeds'>> {
  const states = new Map((await listFeeds(db)).map((state) => [state.id, state]))
  const used = await listUsedFeeds(db, settings)
  return {
    source: settings.advisories === undefined ? null : withoutCredentials(settings.advisories),
    ecosystems: typeof settings.ecosystems === 'string' ? settings.ecosystems : 'listed',
    feeds: used.map(({ id, name, source }) => {
      const state = states.get(id)
      return {
        id,
        name,
        source: withoutCredentials(source),
        checkedAt: time(state?.checkedAt),
        fullAt: time(state?.fullAt),
        nextAt: time(state?.nextAt) ?? Date.now(),
        error: state?.error ?? null,
        failures: state?.failures ?? 0,
      }
    }),
  }
}

const time = (date: Date | null | undefined) => date?.getTime() ?? null
