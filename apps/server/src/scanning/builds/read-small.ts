import type { BuildDocument } from './document-store.ts'
import { type DocumentHead, headOf, keyOf } from './document-heads.ts'
import { readAll, type ReadDocuments, type ReadSummary, summaryOf } from './read-all.ts'
import { RecentReadings } from './recent-readings.ts'
import type { Issue } from '@assay/engine/inventory.ts'

/** The inventories are shared and must not be changed. */
const recent = new RecentReadings<ReadDocuments>({
  maxWeight: 40_000,
  weigh: ({ inventory }) =>
    Math.max(1_000, (inventory?.components.length ?? 0) + (inventory?.infrastructure?.results.length ?? 0)),
  ms: 30_000,
})

/** Reads documents that stay in memory; their content is loaded only when they were not read just now. */
export const readSmall = (
  heads: readonly DocumentHead[],
  load: () => Promise<BuildDocument[]>,
): Promise<ReadDocuments> => recent.getOrRead(keyOf(heads), async () => readAll(await load()))

/** The scan thread's work before documents are stored: the inventory stays in the thread. */
export async function summarizeSmall(documents: BuildDocument[]): Promise<{
  summary: ReadSummary | null
  issues: Issue[]
}> {
  const { inventory, issues } = await readSmall(documents.map(headOf), async () => documents)
  return { summary: inventory && summaryOf(inventory), issues }
}
