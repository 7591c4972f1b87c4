import type { ExploitSignals } from '@assay/engine/advisories/exploit-signals.ts'
import type { Database } from '#platform/database/database.ts'
import { ecosystemsOfCves, saveKnownExploited, saveProbabilities } from './signal-store.ts'
import { markStale } from './index-store.ts'

/** Stores what a list of CVEs says; the indexes with advisories on those that changed are compiled next. */
export const takeSignals = (db: Database, signals: ExploitSignals): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const changed =
      signals.list === 'epss'
        ? await saveProbabilities(tx, signals.probabilities)
        : await saveKnownExploited(tx, signals.cves)
    if (changed.length > 0) await markStale(tx, await ecosystemsOfCves(tx, changed))
  })
