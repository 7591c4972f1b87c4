import type { Release } from '@assay/engine/releases/release.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Packages with recent releases are checked more often: from twice a day to once a week. */
export function nextCheckOfKnown(releases: readonly Release[], now: number): Date {
  const latest = releases.reduce((most, { publishedAt }) => Math.max(most, publishedAt ?? 0), 0)
  const age = now - latest
  return spread(now, age < 30 * dayMs ? dayMs / 2 : age < 365 * dayMs ? 2 * dayMs : 7 * dayMs)
}

/** A package unknown to its registry: after a day, then with increasing delay. */
export const nextCheckOfAbsent = (times: number, now: number): Date =>
  spread(now, Math.min(dayMs * 2 ** Math.min(times, 5), 14 * dayMs))

/** Number of consecutive failures before this one. */
export const nextCheckOfFailed = (failures: number, now: number): Date =>
  spread(now, Math.min((hourMs / 6) * 2 ** Math.min(failures, 10), dayMs))

/** Jitter spreads packages that were first read together. */
const spread = (now: number, ms: number) => new Date(now + ms * (0.9 + Math.random() * 0.2))
