import { readStarter } from '@assay/osv/starter.ts'
import type { Database } from '#platform/database/database.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from './ingest.ts'
import { hasRecords } from '#knowledge/advisories/clusters/record-store.ts'

/** Loads the advisories shipped with the product into an empty database, so that the first scan works offline. */
export async function loadStarter(db: Database): Promise<number> {
  if (await hasRecords(db)) return 0
  const texts = await Array.fromAsync(readStarter())
  // One atomic batch: if startup is interrupted, the next one loads it again.
  const { added } = await ingest(db, 'starter set', texts)
  await compileStale(db)
  return added
}
