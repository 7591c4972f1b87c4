import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../database/database.ts'
import { compileStale } from './compile-stale.ts'
import { ingest } from './ingest.ts'
import { readSource } from './read-source.ts'
import { hasRecords } from './store.ts'

const folder = fileURLToPath(new URL('starter', import.meta.url))

/** The advisories that ship with the product, so that a first scan works offline; only into an empty database. */
export async function loadStarter(db: Database): Promise<number> {
  if (await hasRecords(db)) return 0
  let added = 0
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const texts = await Array.fromAsync(readSource(join(folder, name), name))
    added += (await ingest(db, 'starter set', texts)).added
  }
  await compileStale(db)
  return added
}
