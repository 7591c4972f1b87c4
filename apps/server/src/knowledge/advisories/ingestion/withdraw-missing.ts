import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { listReadBefore } from '#knowledge/advisories/clusters/archive-store.ts'
import { markStale } from '#knowledge/advisories/indexes/index-store.ts'
import { addChangedPackages, listPackagesOf } from '#knowledge/advisories/clusters/package-store.ts'
import { listRecordIds, withdrawRecords } from '#knowledge/advisories/clusters/record-store.ts'

interface CompleteArchive {
  ecosystem: EcosystemId
  source: string
  /** Share of all records in the archive. */
  ids: ReadonlySet<string>
}

/** An archive that lost this share of its records at once is not trusted. */
const maxLostShare = 0.5

/** Withdraws records that disappeared from their archive without being marked as withdrawn. */
export async function withdrawMissing(
  db: Database,
  { ecosystem, source, ids }: CompleteArchive,
): Promise<void> {
  const stored = await listRecordIds(db, { ecosystem, source })
  const missing = stored.filter((id) => !ids.has(id))
  if (missing.length === 0 || missing.length > stored.length * maxLostShare) return
  await db.transaction().execute((tx) => withdraw(tx, missing))
}

/** Withdraws records that the other installation had withdrawn, unless they were read here later. */
export const withdrawArchived = (db: Database, ids: readonly string[], exportedAt: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const missing = await listReadBefore(tx, ids, exportedAt)
    if (missing.length > 0) await withdraw(tx, missing)
  })

async function withdraw(tx: Tx, ids: string[]): Promise<void> {
  const packages = await listPackagesOf(tx, ids)
  await withdrawRecords(tx, ids)
  await markStale(
    tx,
    packages.map(({ ecosystem }) => ecosystem),
  )
  await addChangedPackages(tx, packages, { byAdvisories: true })
}
