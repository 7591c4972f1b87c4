import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { unpackDocument } from './stored-document.ts'

export interface StoredRecord {
  id: string
  advisoryUuid: string
  source: string
  digest: Uint8Array
  modifiedAt: number | null
  withdrawnAt: number | null
  cwes: readonly string[]
  /** Packed: see stored-document.ts. */
  document: Uint8Array
}

/** Hex digests of the records that are already stored. */
export async function listDigests(db: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('advisory_record')
    .select(['id', 'digest'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, digest }) => [id, Buffer.from(digest).toString('hex')]))
}

/** A fingerprint per advisory uuid that changes with the content of its records. */
export async function listRecordStates(db: Database, advisoryUuids: string[]): Promise<Map<string, string>> {
  if (advisoryUuids.length === 0) return new Map()
  const { rows } = await sql<{ uuid: string; state: string }>`
    select advisory_uuid as uuid, string_agg(encode(digest, 'hex'), ' ' order by id) as state
    from advisory_record where advisory_uuid = any(${advisoryUuids}::uuid[]) group by advisory_uuid`.execute(
    db,
  )
  return new Map(rows.map(({ uuid, state }) => [uuid, state]))
}

/** Returns the ids of those that were stored before. */
export async function saveRecords(tx: Tx, records: StoredRecord[]): Promise<string[]> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  const documents = joinBytes(records.map(({ document }) => document))
  const digests = joinBytes(records.map(({ digest }) => digest))
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into advisory_record
      (id, advisory_uuid, source, digest, modified_at, withdrawn_at, document, cwes)
    select id, advisory_uuid, source, substring(${digests.bytes}::bytea from digest_start for digest_length),
      modified_at, withdrawn_at, substring(${documents.bytes}::bytea from start for length), string_to_array(cwes, ' ')
    from unnest(
      ${records.map(({ id }) => id)}::text[], ${records.map((record) => record.advisoryUuid)}::uuid[],
      ${records.map(({ source }) => source)}::text[],
      ${digests.starts}::int[], ${digests.lengths}::int[],
      ${records.map(({ modifiedAt }) => time(modifiedAt))}::timestamptz[],
      ${records.map(({ withdrawnAt }) => time(withdrawnAt))}::timestamptz[],
      ${documents.starts}::int[], ${documents.lengths}::int[],
      ${records.map(({ cwes }) => cwes.join(' '))}::text[])
      as listed (id, advisory_uuid, source, digest_start, digest_length, modified_at, withdrawn_at, start, length, cwes)
    on conflict (id) do update set advisory_uuid = excluded.advisory_uuid, source = excluded.source,
      digest = excluded.digest, modified_at = excluded.modified_at, withdrawn_at = excluded.withdrawn_at,
      document = excluded.document, cwes = excluded.cwes, synced_at = now()
    returning id, xmax = 0 as "isNew"`.execute(tx)
  return rows.filter(({ isNew }) => !isNew).map(({ id }) => id)
}

/** One parameter, sent as bytes: an array of them would be sent as hexadecimal text. Starts count from 1. */
function joinBytes(parts: readonly Uint8Array[]): { bytes: Buffer; starts: number[]; lengths: number[] } {
  const lengths = parts.map(({ length }) => length)
  let end = 1
  const starts = lengths.map((length) => (end += length) - length)
  return { bytes: Buffer.concat(parts), starts, lengths }
}

interface DocumentFilter {
  clusters: readonly string[]
  /** Ids of records that are not read. */
  except?: readonly string[]
}

/** The original documents of the clusters' records. */
export async function listDocuments(db: Database, { clusters, except = [] }: DocumentFilter) {
  if (clusters.length === 0) return []
  const rows = await db
    .selectFrom('advisory_record')
    .select(['id', 'advisory_uuid', 'document'])
    .where('advisory_uuid', '=', sql<string>`any(${[...clusters]}::uuid[])`)
    .where('id', '<>', sql<string>`all(${[...except]}::text[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, advisory_uuid, document }) => ({
    id,
    advisoryUuid: advisory_uuid,
    text: unpackDocument(document),
  }))
}

export const hasRecords = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('advisory_record').select('id').limit(1).executeTakeFirst()) !== undefined

/** Records in force of an ecosystem that were read from a source. */
export async function listRecordIds(
  db: Database,
  { ecosystem, source }: { ecosystem: string; source: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from advisory_record where source = ${source} and withdrawn_at is null and exists (
      select from advisory_package where record_id = id and ecosystem = ${ecosystem})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Clears the digest so that a record that returns counts as changed. */
export async function withdrawRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update advisory_record set withdrawn_at = now(), digest = '' where id = any(${ids}::text[])`.execute(tx)
}
