import type { ExploitSignals } from '@assay/engine/advisories/exploit-signals.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxCvesOfEvent } from '#platform/outbox/events.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { ecosystemsOfCves, saveKnownExploited, saveProbabilities } from './signal-store.ts'
import { markStale } from './index-store.ts'

/** Stores what a list of CVEs says; the indexes with advisories on those that changed are compiled next. */
export const takeSignals = (db: Database, signals: ExploitSignals): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const changed =
      signals.list === 'epss'
        ? await saveProbabilities(tx, signals.probabilities)
        : await takeExploited(tx, signals.cves)
    if (changed.length > 0) await markStale(tx, await ecosystemsOfCves(tx, changed))
  })

/** Gives the CVEs that changed. Those that are new in the list are told. */
async function takeExploited(tx: Tx, cves: string[]): Promise<string[]> {
  const { added, removed, isFirst } = await saveKnownExploited(tx, cves)
  const news = isFirst ? [] : added
  const chunks = Array.from({ length: Math.ceil(news.length / maxCvesOfEvent) }, (_, index) =>
    news.slice(index * maxCvesOfEvent, (index + 1) * maxCvesOfEvent),
  )
  await writeEvents(
    tx,
    null,
    chunks.map((chunk) => ({ type: 'advisories.exploited', payload: { cves: chunk } })),
  )
  return [...added, ...removed]
}
