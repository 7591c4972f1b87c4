import { scanHeapMb } from '#platform/worker-threads/memory.ts'
import { type DocumentHead, headOf, keyOf } from '#scanning/builds/documents/document-heads.ts'
import { readAll, type ReadDocuments, type ReadSummary, summaryOf } from './read-all.ts'
import { RecentReadings } from './recent-readings.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'

/** Inventories are shared and must not be mutated. */
const recent = new RecentReadings<ReadDocuments>({
  // At about 2 kB for each component, a quarter to a third of the heap.
  maxWeight: scanHeapMb * 150,
  sizeOf: ({ inventory }) =>
    Math.max(1_000, (inventory?.components.length ?? 0) + (inventory?.infrastructure?.results.length ?? 0)),
  ms: 30_000,
})

/** Reads documents in memory, loading their content unless the reading is cached. */
export const readSmall = (
  heads: readonly DocumentHead[],
  load: () => Promise<BuildDocument[]>,
): Promise<ReadDocuments> => recent.getOrRead(keyOf(heads), async () => readAll(await load()))

/** Runs in the scan thread before documents are stored. The inventory stays in the thread. */
export async function summarizeSmall(documents: BuildDocument[]): Promise<{
  summary: ReadSummary | null
  issues: Issue[]
}> {
  const { inventory, issues } = await readSmall(documents.map(headOf), async () => documents)
  return { summary: inventory && summaryOf(inventory), issues }
}
