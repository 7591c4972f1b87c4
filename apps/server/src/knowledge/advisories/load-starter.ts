import { readSource } from '@assay/osv/read-source.ts'
import { listStarterFiles } from '@assay/osv/starter.ts'
import type { Database } from '#platform/database/database.ts'
import { compileStale } from './compile-stale.ts'
import { ingest } from './ingest.ts'
import { hasRecords } from './record-store.ts'

/** The advisories that ship with the product, so that a first scan works offline; only into an empty database. */
export async function loadStarter(db: Database): Promise<number> {
  if (await hasRecords(db)) return 0
  const texts = await Promise.all(
    listStarterFiles().map(({ name, path }) => Array.fromAsync(readSource(path, name))),
  )
  // In one batch, all or none: a start that is interrupted here begins again.
  const { added } = await ingest(db, 'starter set', texts.flat())
  await compileStale(db)
  return added
}
