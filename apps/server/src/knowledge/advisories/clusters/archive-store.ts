import type { EuCatalog } from '@assay/engine/advisories/exploit-signals.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { unpackDocument } from './stored-document.ts'

// Reads the contents of an archive in pages of bounded size.

const recordsAtOnce = 200
const cvesAtOnce = 10_000

export interface ArchivedRecord {
  id: string
  /** The OSV document. */
  text: string
  /** The record disappeared from its source without being marked as withdrawn in the document. */
  isWithdrawnHere: boolean
}

/** All advisory records, by id. */
export async function* recordPages(db: Database): AsyncGenerator<ArchivedRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('advisory_record')
      .select([
        'id',
        'document',
        sql<boolean>`withdrawn_at is not null and digest = ''`.as('isWithdrawnHere'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(recordsAtOnce)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ document, ...row }) => ({ ...row, text: unpackDocument(document) }))
    after = rows.at(-1)!.id
  }
}

/** CVEs in CISA's catalog. Those that advisories link to follow from the records. */
export const listKnownExploited = async (db: Database): Promise<string[]> =>
  (
    await db
      .selectFrom('advisory_signal')
      .select('cve')
      .where('in_catalog', '=', true)
      .orderBy('cve')
      .execute()
  ).map(({ cve }) => cve)

/** The EU's list, with the ids in its database. */
export async function readEuCatalog(db: Database): Promise<Omit<EuCatalog, 'list'>> {
  const rows = await db
    .selectFrom('advisory_signal')
    .select(['cve', 'euvd_id'])
    .where('in_eu_catalog', '=', true)
    .orderBy('cve')
    .execute()
  return {
    cves: rows.map(({ cve }) => cve),
    euvdIds: rows.flatMap(({ cve, euvd_id: id }) => (id === null ? [] : [[cve, id]])),
  }
}

/** CVEs with their EPSS probability. */
/** Shares by CVE. */
type Shares = [cve: string, share: number][]

export async function* probabilityPages(
  db: Database,
): AsyncGenerator<{ probabilities: Shares; percentiles: Shares }> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('advisory_signal')
      .select(['cve', 'epss', 'epss_percentile'])
      .where('cve', '>', after)
      .where('epss', 'is not', null)
      .orderBy('cve')
      .limit(cvesAtOnce)
      .execute()
    if (rows.length === 0) return
    yield {
      probabilities: rows.map(({ cve, epss }) => [cve, epss!]),
      percentiles: rows.flatMap(({ cve, epss_percentile: share }) => (share === null ? [] : [[cve, share]])),
    }
    after = rows.at(-1)!.cve
  }
}

/** The subset of records for which a later modification is already stored. */
export async function listNewer(
  db: Database,
  documents: readonly { id: string; modifiedAt: number | null }[],
): Promise<Set<string>> {
  const times = documents.map(({ modifiedAt }) =>
    modifiedAt === null ? null : new Date(modifiedAt).toISOString(),
  )
  const { rows } = await sql<{ id: string }>`
    select advisory_record.id
    from unnest(${documents.map(({ id }) => id)}::text[], ${times}::timestamptz[]) as given (id, at)
    join advisory_record on advisory_record.id = given.id and advisory_record.modified_at > given.at`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The subset of records in force that were read before the given time. */
export async function listReadBefore(tx: Tx, ids: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from advisory_record
    where id = any(${ids}::text[]) and withdrawn_at is null and synced_at < ${at}`.execute(tx)
  return rows.map(({ id }) => id)
}
