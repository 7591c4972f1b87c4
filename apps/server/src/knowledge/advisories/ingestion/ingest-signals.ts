import type { EuCatalog, ExploitSignals } from '@assay/engine/advisories/exploit-signals.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxCvesOfEvent } from '#platform/outbox/events.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import {
  ecosystemsOfCves,
  saveCatalogLinks,
  saveEuvdIds,
  saveKnownExploited,
  saveProbabilities,
} from '#knowledge/advisories/clusters/signal-store.ts'
import { saveEuvdAliases } from '#knowledge/advisories/clusters/cluster-store.ts'
import { markStale } from '#knowledge/advisories/indexes/index-store.ts'

type Catalog = Extract<ExploitSignals, { list: 'known-exploited' }> | EuCatalog

/** Stores a list of CVEs and marks the indexes with affected advisories for recompilation. */
export const ingestSignals = (db: Database, signals: ExploitSignals): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const changed =
      signals.list === 'epss'
        ? await saveProbabilities(tx, signals.probabilities, signals.percentiles)
        : await saveExploited(tx, signals)
    if (changed.length > 0) await markStale(tx, await ecosystemsOfCves(tx, changed))
  })

/** Returns the CVEs that changed, with those of advisories they are aliases of. Emits an event for new ones of the list. */
async function saveExploited(tx: Tx, signals: Catalog): Promise<string[]> {
  const { added, removed, isFirst } = await saveKnownExploited(tx, signals.cves, signals.list)
  if (signals.list === 'eu-known-exploited') {
    await saveEuvdIds(tx, signals.euvdIds)
    await saveEuvdAliases(tx, signals.cves)
  }
  const news = isFirst ? [] : added
  const chunks = Array.from({ length: Math.ceil(news.length / maxCvesOfEvent) }, (_, index) =>
    news.slice(index * maxCvesOfEvent, (index + 1) * maxCvesOfEvent),
  )
  await writeEvents(
    tx,
    null,
    chunks.map((chunk) => ({ type: 'advisories.exploited', payload: { cves: chunk } })),
  )
  return [...added, ...removed, ...(await saveCatalogLinks(tx))]
}
