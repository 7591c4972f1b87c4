import { dayMs } from '@assay/engine/time.ts'
import { textsOf, type Wording } from '#platform/texts/text.ts'
import type { DatadogSettings } from './settings.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'
import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import { isNotExecuted } from '#integrations/core/call-service.ts'
import type { DeliveryTask, IntegrationContext } from '#integrations/core/integration.ts'
import { saveProgress } from '#integrations/core/delivery-store.ts'
import { submitDistributions, submitSeries } from './client.ts'
import { distributionsOf, seriesOf, type Snapshot } from './metrics.ts'
import {
  type BranchNumbers,
  isWithinLimit,
  listBranches,
  listFixes,
  listOpen,
  lockReservations,
  reserveFixes,
} from './store.ts'

export const text = textsOf({ en: english.deliveries, de: german.deliveries })

type Settings = z.output<typeof DatadogSettings>

/** Compressed, their series are far below the request limit of 512,000 bytes. */
const branchesAtOnce = 60
/** Datadog drops points that are an hour old. */
const maxPointAgeSeconds = 50 * 60
/** For branches never sent before. */
const firstFixesMs = dayMs
/** Over a day: what was sent yesterday counts until all branches are sent again. */
const limitMs = 25 * 3_600_000

const Progress = z.object({
  /** Time of all points in epoch seconds: a series sent again with the same time is overwritten, not added. */
  at: z.number(),
  /** The time ranges of fixes counted by this delivery, per branch; epoch ms. */
  fixesUntil: z.number(),
  fixesSince: z.record(z.string(), z.number()),
  /** Branches up to this uuid are done. */
  seriesAfter: z.string(),
  /** Those up to this one may be: it is unknown whether Datadog accepted them. */
  seriesTried: z.string().default(''),
  agesAfter: z.string(),
})
type Progress = z.infer<typeof Progress>

/** Sends all branches, or the one of the topic, in batches. Each is retried until Datadog has accepted it. */
export async function deliverMetrics({
  context,
  scope,
  settings,
  delivery,
}: DeliveryTask<Settings>): Promise<Wording> {
  const { db } = context
  const [, branchUuid = null] = /^branch (.+)$/.exec(delivery.topic) ?? []
  const { branches, total } = await listBranches(db, scope, { limit: settings.maxBranches, branchUuid })
  if (branches.length === 0) return text('nothingToSend')
  const limit = settings.maxBranches
  const saved = Progress.safeParse(delivery.progress).data
  const progress =
    saved ?? (await begin(context, scope, { uuid: delivery.uuid, branches, branchUuid, limit }))
  if (!progress) return text('branchesLimited', { limit })
  if (moveTime(progress)) await delivery.saveProgress(progress)
  let count = 0
  for (let start = 0; start < branches.length; start += branchesAtOnce) {
    const snapshot = await snapshotOf(
      { context, scope, progress },
      branches.slice(start, start + branchesAtOnce),
    )
    count += await sendSeries({ context, settings, progress, delivery }, snapshot)
    if (settings.sendsAges) await sendAges({ context, settings, progress, delivery }, snapshot)
  }
  const isComplete = total <= branches.length
  return text(isComplete ? 'metricsSent' : 'newestMetricsSent', {
    series: count,
    branches: branches.length,
    total,
  })
}

/**
 * Datadog drops old points, so they get a later time, which is saved before anything is sent with it. With another time,
 * fixes that may have been accepted would count twice: they are not sent again. Returns whether it did.
 */
function moveTime(progress: Progress): boolean {
  const now = Math.floor(Date.now() / 1000)
  if (now - progress.at <= maxPointAgeSeconds) return false
  progress.at = now
  progress.fixesSince = Object.fromEntries(
    Object.entries(progress.fixesSince).filter(
      ([uuid]) => uuid <= progress.seriesAfter || uuid > progress.seriesTried,
    ),
  )
  return true
}

interface DeliveryStart {
  uuid: string
  branches: readonly BranchNumbers[]
  /** null for all. */
  branchUuid: string | null
  limit: number
}

/** Reserves the fixes and stores their ranges, atomically. null if too many branches were sent before this one. */
const begin = (
  { db }: IntegrationContext,
  scope: Scope,
  { uuid, branches, branchUuid, limit }: DeliveryStart,
): Promise<Progress | null> =>
  db.transaction().execute(async (tx) => {
    await lockReservations(tx, scope)
    const now = Date.now()
    if (branchUuid !== null && !(await isWithinLimit(tx, scope, { branchUuid, limit, since: now - limitMs })))
      return null
    const uuids = branches.map((branch) => branch.branchUuid)
    const since = await reserveFixes(tx, scope, { branches: uuids, at: now, first: now - firstFixesMs })
    // Two deliveries within one second would overwrite each other's points.
    const last = Math.floor(Math.max(...since.values()) / 1000)
    const progress = {
      at: Math.max(Math.floor(now / 1000), last + 1),
      fixesUntil: now,
      fixesSince: Object.fromEntries(since),
      seriesAfter: '',
      seriesTried: '',
      agesAfter: '',
    }
    await saveProgress(tx, scope, { uuid, progress })
    return progress
  })

async function snapshotOf(
  { context: { db }, scope, progress }: { context: IntegrationContext; scope: Scope; progress: Progress },
  branches: readonly BranchNumbers[],
): Promise<Snapshot> {
  const uuids = branches.map(({ branchUuid }) => branchUuid)
  const sentSince = new Map(Object.entries(progress.fixesSince))
  const fixesSince = new Map(
    uuids.flatMap((uuid) => (sentSince.has(uuid) ? [[uuid, sentSince.get(uuid)!] as const] : [])),
  )
  const open = await listOpen(db, scope, { branches: uuids, at: progress.at * 1000 })
  const fixes = await listFixes(db, scope, { since: fixesSince, at: progress.fixesUntil })
  return { at: progress.at, branches, open, fixes, fixesSince }
}

type SendContext = Pick<DeliveryTask<Settings>, 'context' | 'settings' | 'delivery'> & { progress: Progress }

const beyond = (snapshot: Snapshot, uuid: string): Snapshot => ({
  ...snapshot,
  branches: snapshot.branches.filter(({ branchUuid }) => branchUuid > uuid),
})

/** Marked as tried in advance, and as before if Datadog certainly rejected it. */
async function sendSeries(
  { context, settings, progress, delivery }: SendContext,
  snapshot: Snapshot,
): Promise<number> {
  const before = progress.seriesTried
  const remaining = beyond(snapshot, progress.seriesAfter)
  const last = remaining.branches.at(-1)
  if (!last) return 0
  progress.seriesTried = last.branchUuid > before ? last.branchUuid : before
  await delivery.saveProgress(progress)
  const series = seriesOf(settings, remaining)
  await unlessRejected(
    () => submitSeries(context.config, settings, series),
    () => delivery.saveProgress({ ...progress, seriesTried: before }),
  )
  progress.seriesAfter = last.branchUuid
  await delivery.saveProgress(progress)
  return series.length
}

/**
 * A distribution sent twice counts twice, so it is marked as sent in advance, and unmarked only if Datadog rejected it.
 * A delivery with an unknown result is not sent again.
 */
async function sendAges(
  { context, settings, progress, delivery }: SendContext,
  snapshot: Snapshot,
): Promise<void> {
  const before = progress.agesAfter
  const remaining = beyond(snapshot, before)
  const last = remaining.branches.at(-1)
  if (!last) return
  progress.agesAfter = last.branchUuid
  await delivery.saveProgress(progress)
  const distributions = distributionsOf(settings, remaining)
  if (distributions.length === 0) return
  await unlessRejected(
    () => submitDistributions(context.config, settings, distributions),
    () => delivery.saveProgress({ ...progress, agesAfter: before }),
  )
}

async function unlessRejected(send: () => Promise<void>, restore: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (isNotExecuted(error)) await restore()
    throw error
  }
}
