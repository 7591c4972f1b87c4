import { saveReleases } from '@assay/server/knowledge/releases/store.ts'
import { administer } from '@assay/server/testing/create-template.ts'
import { openDatabase } from '@assay/server/platform/database/database.ts'
import { createLog } from '@assay/server/platform/system/log.ts'
import { copyProductDatabase } from './copied-database.ts'
import { type Product, startProduct } from './product.ts'

export interface PreparedProduct extends Product {
  /** Stores releases as the job that looks them up does. */
  saveReleases(known: Parameters<typeof saveReleases>[2]): Promise<void>
  /** Sets when all advisories were synced; null: only the starter set exists. */
  setAdvisoriesChecked(at: Date | null): Promise<void>
  /** As a sync leaves its row that has read so many of 215,000 records; null once it has ended. */
  setSynced(read: number | null): Promise<void>
}

/** Starts the whole product on a copy of the database that a first start creates. */
export async function startPreparedProduct(
  settings: NodeJS.ProcessEnv = {},
  overrides: Parameters<typeof startProduct>[1] = {},
): Promise<PreparedProduct> {
  const { url, drop } = await copyProductDatabase()
  // Stories tell what the public formula results in.
  await administer({ connectionString: url }, `update account set security_scoring = 'cvss'`)
  const product = await startProduct({ DATABASE_URL: url, ...settings }, overrides)
  return {
    ...product,
    async saveReleases(known) {
      const log = createLog('warn')
      const { db, close } = openDatabase({ connection: { connectionString: url }, maxConnections: 1, log })
      try {
        await saveReleases(db, null, known)
      } finally {
        await close()
      }
    },
    async setAdvisoriesChecked(at) {
      const time = at === null ? 'null' : `'${at.toISOString()}'`
      await administer({ connectionString: url }, `update advisory_database set checked_at = ${time}`)
    },
    async setSynced(read) {
      const statement = read === null ? `update advisory_sync set state = 'done'` : runningSync(read)
      await administer({ connectionString: url }, statement)
    },
    async stop() {
      await product.stop()
      await drop()
    },
  }
}

const runningSync = (read: number): string => {
  const counters = { read, expected: 215_000, added: read, changed: 0, unchanged: 0, skipped: [] }
  return `insert into advisory_sync (uuid, source, state, progress)
    values (gen_random_uuid(), 'npm', 'running', '${JSON.stringify({ ...counters, current: 'npm: all advisories' })}')`
}
