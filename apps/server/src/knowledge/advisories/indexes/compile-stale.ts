import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { type CompiledEntries, compileEntries } from './compile-entries.ts'
import { recount } from '#knowledge/advisories/databases/count-store.ts'
import { listStale, lockIndex, markStale, saveIndex } from './index-store.ts'
import { listEntries, type StoredEntry } from '#knowledge/advisories/clusters/package-store.ts'
import { ecosystemsOfCves, saveCatalogLinks } from '#knowledge/advisories/clusters/signal-store.ts'

/** Larger indexes are compiled in a worker thread so that requests are not blocked. */
const inlineLimit = 1000
const module = new URL('compile-entries.ts', import.meta.url)

/** Recompiles the index of each ecosystem whose advisories changed. Returns the ranges that could not be compiled. */
export async function compileStale(db: Database): Promise<Issue[]> {
  const issues: Issue[][] = []
  await db.transaction().execute(markLinked)
  for (const id of await listStale(db)) {
    await db.transaction().execute(async (tx) => {
      const current = await lockIndex(tx, id)
      if (!current?.isStale) return
      const entries = await listEntries(tx, id)
      const compiled = await compile({ id, entries })
      issues.push(compiled.issues)
      const index = { ecosystem: id, version: current.version + 1, entries: entries.length }
      await saveIndex(tx, { ...index, content: compiled.content })
      await recount(tx, id)
    })
  }
  return issues.flat()
}

/** Once for all records that were read: the links of each batch would be compared with those of all others. */
async function markLinked(tx: Tx): Promise<void> {
  const linked = await saveCatalogLinks(tx)
  if (linked.length > 0) await markStale(tx, await ecosystemsOfCves(tx, linked))
}

const compile = async (work: { id: EcosystemId; entries: StoredEntry[] }): Promise<CompiledEntries> =>
  work.entries.length <= inlineLimit
    ? compileEntries(work)
    : runInWorker({ kind: 'compile', module, name: 'compileEntries', endsAfter: true }, work)
