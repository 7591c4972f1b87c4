import { readSource } from '@assay/osv/read-source.ts'
import { listStarterFiles } from '@assay/osv/starter.ts'
import type { Database } from '../database/database.ts'
import { compileStale } from './compile-stale.ts'
import { ingest } from './ingest.ts'
import { hasRecords } from './store.ts'

/** The advisories that ship with the product, so that a first scan works offline; only into an empty database. */
export async function loadStarter(db: Database): Promise<number> {
  if (await hasRecords(db)) return 0
  let added = 0
  for (const { name, path } of listStarterFiles()) {
    const texts = await Array.fromAsync(readSource(path, name))
    added += (await ingest(db, 'starter set', texts)).added
  }
  await compileStale(db)
  return added
}
