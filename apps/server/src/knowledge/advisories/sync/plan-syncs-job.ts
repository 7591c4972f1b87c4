import type { AppContext } from '#context.ts'
import type { Config } from '#config.ts'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import {
  addFeeds,
  listFeeds,
  listNewEcosystems,
  removeIfUnused,
} from '#knowledge/advisories/feeds/feed-store.ts'
import { feedsOf } from '#knowledge/advisories/feeds/feeds.ts'
import { sendSync } from './open-sync.ts'

/** Starts a sync of the due feeds unless another sync is queued or running. */
export const planSyncsJob = defineSchedule({
  name: 'plan-syncs',
  timeoutSeconds: 120,
  // No retry: the schedule runs the job again.
  retry: { limit: 1, delaySeconds: 30, maxDelaySeconds: 30 },
  cron: '*/5 * * * *',
  async run({ db, config, queue }) {
    const due = await listDue(db, config.feeds)
    if (due.length === 0) return
    const request = { kind: 'feeds' as const, feeds: due }
    await db.transaction().execute((tx) => sendSync({ queue }, tx, { name: 'Scheduled sync', request }))
  },
})

/** The feeds to read now, lists last: those allowed by the settings and in use. */
async function listDue(db: AppContext['db'], settings: Config['feeds']): Promise<string[]> {
  const used = await listUsedFeeds(db, settings)
  const states = new Map((await listFeeds(db)).map((state) => [state.id, state]))
  const now = new Date()
  const due: string[] = []
  for (const { id, source, ecosystem } of used) {
    const state = states.get(id)
    const isMoved = state !== undefined && state.source !== null && state.source !== source
    if (state && state.nextAt > now && !(isMoved && state.failures === 0)) continue
    const isOld = state?.fullAt && now.getTime() - state.fullAt.getTime() > unusedAfterMs
    if (isOld && ecosystem && settings.ecosystems === 'in-use' && (await removeIfUnused(db, id))) continue
    due.push(id)
  }
  return due
}

/** When a full read is due, feeds that are no longer used are removed first. */
const unusedAfterMs = 7 * 24 * 3_600_000

/** All automatically synced feeds. Lists are omitted until an ecosystem they cover is in use. */
export async function listUsedFeeds(db: AppContext['db'], settings: Config['feeds']) {
  const feeds = [...feedsOf(settings).values()]
  const noted = new Set((await listFeeds(db)).map(({ id }) => id))
  const isUsed = (id: string) => settings.ecosystems !== 'in-use' || noted.has(id)
  const archives = feeds.filter(({ id, ecosystem }) => ecosystem !== null && isUsed(id))
  const hasEcosystem = archives.length > 0 || (settings.advisories === undefined && noted.size > 0)
  return hasEcosystem ? [...archives, ...feeds.filter(({ ecosystem }) => ecosystem === null)] : []
}

/** The first scan of an ecosystem triggers a sync of its advisories. */
export const ecosystemsOfScans = defineConsumer({
  name: 'ecosystems-of-scans',
  types: ['scan.recorded'],
  async handle(tx, { queue, config }, { uuid, accountUuid, payload: { branchUuid, isRescan } }) {
    if (accountUuid === null || isRescan) return
    const found = await listNewEcosystems(tx, { accountUuid, branchUuid })
    if (found.length === 0) return
    await addFeeds(tx, found)
    if (feedsOf(config.feeds).size > 0) await queue.send(tx, planSyncsJob, {}, uuid)
  },
})
