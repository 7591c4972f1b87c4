import type { Database } from '#platform/database/database.ts'
import type { ReadResult, WantedPackage } from './clients/client.ts'
import { type DuePackage, saveAbsent, saveChecked, saveFailed, saveUnchanged } from './due-store.ts'
import { findNews, rescanTimeOf } from './find-news.ts'
import { nextCheckOfAbsent, nextCheckOfFailed, nextCheckOfKnown } from './next-check.ts'
import type { Validators } from './registry-http.ts'

interface Read {
  result: ReadResult
  source: string
  wanted: WantedPackage
  validators: Validators
}

/** Stores a source's result for a package, its next check, and whether branches using it need a rescan. */
export async function saveResult(
  db: Database,
  due: DuePackage,
  { result, source, wanted, validators }: Read,
): Promise<void> {
  const now = Date.now()
  if (result === 'absent') {
    const times = due.state === 'absent' ? due.failures + 1 : 0
    return saveAbsent(db, due, { source, nextCheckAt: nextCheckOfAbsent(times, now) })
  }
  if (result === 'unchanged') return saveUnchanged(db, due, nextCheckOfKnown(due.releases, now))
  const news = findNews(due, result, wanted.versions)
  return saveChecked(db, due, {
    facts: result,
    source,
    validators,
    nextCheckAt: nextCheckOfKnown(result.releases, now),
    rescanAt: rescanTimeOf(news, now),
  })
}

export const saveFailure = (db: Database, due: DuePackage, error: string): Promise<void> =>
  saveFailed(db, due, {
    error,
    nextCheckAt: nextCheckOfFailed(due.state === 'absent' ? 0 : due.failures, Date.now()),
  })
