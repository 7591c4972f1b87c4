import type { SiteService } from '@assay/contract/site.ts'
import type { AppContext } from '#context.ts'
import { listFeeds } from '#knowledge/advisories/feeds/feed-store.ts'
import { feedsOf } from '#knowledge/advisories/feeds/feeds.ts'
import { isMigrated } from '#platform/database/migrate.ts'
import { listQueuedWork } from '#operations/queued-work-store.ts'

export type HealthContext = Pick<AppContext, 'config' | 'db' | 'mail' | 'queue'>

/** 'ok'; 'off' if not configured; otherwise the error. */
export type Health = { status: 'ok' | 'off' } | { status: 'failing'; reason: string }

const ok: Health = { status: 'ok' }
const failing = (reason: string): Health => ({ status: 'failing', reason })

/** Interactive jobs, which a healthy worker takes at once. */
const maxWaitMs = 5 * 60_000

export const healthChecks: Readonly<Record<SiteService, (context: HealthContext) => Promise<Health>>> = {
  async database({ db }) {
    return (await isMigrated(db)) ? ok : failing('The database is not migrated to this version')
  },
  async queue({ db, queue }) {
    const work = await listQueuedWork(db, null, queue.jobs)
    const oldest = work
      .filter(({ priority, running }) => priority === 'interactive' && running === 0)
      .flatMap(({ oldestQueuedAt }) => oldestQueuedAt ?? [])
    const waitedMs = Date.now() - Math.min(Date.now(), ...oldest)
    if (waitedMs <= maxWaitMs) return ok
    return failing(`No worker has taken a job for ${Math.floor(waitedMs / 60_000)} minutes`)
  },
  async advisories({ config, db }) {
    if (feedsOf(config.feeds).size === 0) return { status: 'off' }
    const failed = (await listFeeds(db)).filter(({ failures }) => failures > 0)
    const [first] = failed
    if (!first) return ok
    const names = failed.map(({ id }) => id).join(', ')
    return failing(`Failed to sync ${names}: ${first.error ?? 'unknown error'}`)
  },
  async mail({ mail }) {
    if (mail === null) return { status: 'off' }
    await mail.check()
    return ok
  },
}
