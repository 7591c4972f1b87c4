import { readStarter } from '@assay/osv/starter.ts'
import type { Database } from '#platform/database/database.ts'
import { compileStale } from './compile-stale.ts'
import { ingest } from './ingest.ts'
import { hasRecords } from './record-store.ts'

/** The advisories that ship with the product, so that a first scan works offline; only into an empty database. */
export async function loadStarter(db: Database): Promise<number> {
  if (await hasRecords(db)) return 0
  const texts = await Array.fromAsync(readStarter())
  // In one batch, all or none: a start that is interrupted here begins again.
  const { added } = await ingest(db, 'starter set', texts)
  await compileStale(db)
  return added
}
