import { FORMAT_VERSION } from '@assay/engine/advisories/index-format.ts'
import type { Database } from '#platform/database/database.ts'
import { compileStale } from './compile-stale.ts'
import { markOtherFormatsStale } from './index-store.ts'

/** At startup after an upgrade: recompiles the indexes this version cannot read. */
export async function renewIndexes(db: Database): Promise<void> {
  await markOtherFormatsStale(db, FORMAT_VERSION)
  await compileStale(db)
}
