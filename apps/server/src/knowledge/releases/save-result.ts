import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReadResult, PackageToRead } from './clients/client.ts'
import { type DuePackage, saveAbsent, saveChecked, saveFailed, saveUnchanged } from './due-store.ts'
import { findNews, hasMatured, rescanTimeOf } from './find-news.ts'
import { nextCheckOfAbsent, nextCheckOfFailed, nextCheckOfKnown } from './next-check.ts'
import type { Validators } from './registry-http.ts'

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
  const news = findNews(due, result, pkg.versions)
  return saveChecked(db, due, {
    facts: result,
    source,
    validators,
    nextCheckAt,
    rescanAt: rescanTimeOf(news === 'none' ? matured : news, now),
  })
}

export const saveFailure = (db: Database, due: DuePackage, error: string): Promise<void> =>
  saveFailed(db, due, {
    error,
    nextCheckAt: nextCheckOfFailed(due.state === 'absent' ? 0 : due.failures, Date.now()),
  })
