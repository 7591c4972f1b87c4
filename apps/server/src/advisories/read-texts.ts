import type { AdvisoryLink, AdvisoryRecord, AffectedPackage } from '@assay/engine/advisories/advisory.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import type { Database } from '../database/database.ts'
import { listDocuments } from './store.ts'

/** What people read of an advisory: its records' words, put together. */
export interface AdvisoryText {
  ids: string[]
  summary: string
  description: string
  cwes: string[]
  links: AdvisoryLink[]
  affected: AffectedPackage[]
}

/** The texts of advisories, by uuid; read only for what was found. */
export async function readTexts(
  db: Database,
  advisoryUuids: Iterable<string>,
): Promise<Map<string, AdvisoryText>> {
  const uuids = [...new Set(advisoryUuids)]
  if (uuids.length === 0) return new Map()
  const documents = Map.groupBy(await listDocuments(db, uuids), ({ advisoryUuid }) => advisoryUuid)
  return new Map(
    [...documents].map(([uuid, list]) => [uuid, join(list.map(({ id, text }) => read(id, text)))]),
  )
}

const read = (id: string, text: string): AdvisoryRecord | null => readOsvRecord(JSON.parse(text), id).record

function join(read: (AdvisoryRecord | null)[]): AdvisoryText {
  const records = read.filter((record) => record !== null)
  const longest = records.toSorted((a, b) => b.details.length - a.details.length)[0]
  const links = new Map(
    records.flatMap((record) => record.links).map((link) => [`${link.type} ${link.url}`, link]),
  )
  return {
    ids: records.map(({ id }) => id),
    summary: longest?.summary ?? '',
    description: [longest?.summary, longest?.details].filter(Boolean).join('\n\n'),
    cwes: [...new Set(records.flatMap(({ cwes }) => cwes))],
    links: [...links.values()],
    affected: records.filter(({ withdrawnAt }) => withdrawnAt === null).flatMap(({ affected }) => affected),
  }
}
