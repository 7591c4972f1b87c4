import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Database } from '../database/database.ts'
import { listEntries, listStale, lockIndex, saveIndex } from './store.ts'

/** Compiles the index of each ecosystem whose advisories changed. Says which ranges could not go into it. */
export async function compileStale(db: Database): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const id of await listStale(db)) {
    await db.transaction().execute(async (tx) => {
      const current = await lockIndex(tx, id)
      if (!current?.isStale) return
      const entries = await listEntries(tx, id)
      const content = compileIndex(ecosystemById(id), entries, ({ recordId, packageName, range }) => {
        const bounds = Object.values(range).join(', ')
        issues.push({
          code: 'range-invalid',
          message: `${packageName}: ${bounds} is no range of versions`,
          where: recordId,
        })
      })
      await saveIndex(tx, { ecosystem: id, version: current.version + 1, entries: entries.length, content })
    })
  }
  return issues
}
