import type { AdvisoryFeed, FeedStatus } from '@assay/contract/advisory-databases.ts'

/** Feeds failing for the same reason. */
export interface SyncFailure {
  error: string
  names: string[]
  /** The earliest of their last successes; null if one never succeeded. */
  lastSuccessAt: number | null
  nextAt: number
}

export interface SyncView {
  lead: 'off' | 'waiting' | 'never' | 'synced'
  isRunning: boolean
  lastAt: number | null
  nextAt: number | null
  failures: SyncFailure[]
}

/** Messages about the feeds and the latest sync. Due feeds sync within minutes, so the next sync is never in the past. */
export function syncView({ source, feeds, sync }: FeedStatus, now: number): SyncView {
  const checked = feeds.flatMap(({ checkedAt }) => checkedAt ?? [])
  const isOff = source === null && feeds.length === 0
  return {
    lead: isOff ? 'off' : feeds.length === 0 ? 'waiting' : checked.length === 0 ? 'never' : 'synced',
    isRunning: sync.state === 'queued' || sync.state === 'running',
    lastAt: checked.length === 0 ? null : Math.max(...checked),
    nextAt: feeds.length === 0 ? null : nextOf(feeds, now),
    failures: failuresOf(feeds, now),
  }
}

const nextOf = (feeds: readonly AdvisoryFeed[], now: number): number =>
  Math.max(now, Math.min(...feeds.map(({ nextAt }) => nextAt)))

function failuresOf(feeds: readonly AdvisoryFeed[], now: number): SyncFailure[] {
  const byError = Map.groupBy(
    feeds.filter(({ error }) => error !== null),
    ({ error }) => error!,
  )
  return [...byError].map(([error, list]) => ({
    error,
    names: list.map(({ name }) => name),
    lastSuccessAt: list.some(({ checkedAt }) => checkedAt === null)
      ? null
      : Math.min(...list.map(({ checkedAt }) => checkedAt!)),
    nextAt: nextOf(list, now),
  }))
}
