import type { AdvisoryRecord } from '@assay/engine/advisories/advisory.ts'
import { type AdvisoryText, joinTexts } from '@assay/engine/advisories/advisory-text.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import type { Database } from '#platform/database/database.ts'
import { listDocuments } from './record-store.ts'

/** The records of advisories, by uuid. */
export async function readRecords(
  db: Database,
  advisoryUuids: Iterable<string>,
): Promise<Map<string, AdvisoryRecord[]>> {
  const uuids = [...new Set(advisoryUuids)]
  if (uuids.length === 0) return new Map()
  const documents = Map.groupBy(
    await listDocuments(db, { clusters: uuids }),
    ({ advisoryUuid }) => advisoryUuid,
  )
  return new Map([...documents].map(([uuid, list]) => [uuid, list.flatMap(({ id, text }) => read(id, text))]))
}

/** Their texts, without those of accounts: see own-advisories. */
export async function readTexts(
  db: Database,
  advisoryUuids: Iterable<string>,
): Promise<Map<string, AdvisoryText>> {
  const records = await readRecords(db, advisoryUuids)
  return new Map([...records].map(([uuid, list]) => [uuid, joinTexts(list)]))
}

const read = (id: string, text: string): AdvisoryRecord[] =>
  [readOsvRecord(JSON.parse(text), id).record].filter((record) => record !== null)
