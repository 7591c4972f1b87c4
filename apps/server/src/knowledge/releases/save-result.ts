import { dayMs, hourMs } from '@assay/engine/time.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReadResult, PackageToRead } from './clients/client.ts'
import { type DuePackage, saveAbsent, saveChecked, saveFailed, saveUnchanged } from './due-store.ts'
import { findChangedReleases, hasMatured, rescanTimeOf } from './find-changed-releases.ts'
import type { Validators } from './registry-http.ts'
import type { Release } from '@assay/engine/releases/release.ts'

interface Read {
  result: ReadResult
  source: string
  pkg: PackageToRead
  validators: Validators
  /** Minimum release ages of all accounts, in days. */
  coolDowns: readonly number[]
}

/** Stores a source's result for a package, its next check, and whether branches using it need a rescan. */
export async function saveResult(
  db: Database,
  due: DuePackage,
  { result, source, pkg, validators, coolDowns }: Read,
): Promise<void> {
  const now = Date.now()
  if (result === 'absent') {
    const times = due.state === 'absent' ? due.failures + 1 : 0
    return saveAbsent(db, due, { source, nextCheckAt: nextCheckOfAbsent(times, now) })
  }
  const { releases } = result === 'unchanged' ? due : result
  const check = { since: due.checkedAt?.getTime() ?? null, now, coolDowns }
  const matured = hasMatured(ecosystemById(due.ecosystem), releases, check) ? 'newer' : 'none'
  const nextCheckAt = nextCheckOfKnown(releases, now)
  if (result === 'unchanged')
    return saveUnchanged(db, due, { nextCheckAt, rescanAt: rescanTimeOf(matured, now) })
  const change = findChangedReleases(due, result, pkg.versions)
  return saveChecked(db, due, {
    facts: result,
    source,
    validators,
    nextCheckAt,
    rescanAt: rescanTimeOf(change === 'none' ? matured : change, now),
  })
}

export const saveFailure = (db: Database, due: DuePackage, error: string): Promise<void> =>
  saveFailed(db, due, {
    error,
    nextCheckAt: nextCheckOfFailed(due.state === 'absent' ? 0 : due.failures, Date.now()),
  })

/** Packages with recent releases are checked more often: from twice a day to once a week. */
function nextCheckOfKnown(releases: readonly Release[], now: number): Date {
  const latest = releases.reduce((most, { publishedAt }) => Math.max(most, publishedAt ?? 0), 0)
  const age = now - latest
  return spread(now, age < 30 * dayMs ? dayMs / 2 : age < 365 * dayMs ? 2 * dayMs : 7 * dayMs)
}

/** A package unknown to its registry: after a day, then with increasing delay. */
const nextCheckOfAbsent = (times: number, now: number): Date =>
  spread(now, Math.min(dayMs * 2 ** Math.min(times, 5), 14 * dayMs))

/** Number of consecutive failures before this one. */
const nextCheckOfFailed = (failures: number, now: number): Date =>
  spread(now, Math.min((hourMs / 6) * 2 ** Math.min(failures, 10), dayMs))

/** Jitter spreads packages that were first read together. */
const spread = (now: number, ms: number) => new Date(now + ms * (0.9 + Math.random() * 0.2))
