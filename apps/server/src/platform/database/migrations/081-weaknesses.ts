import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { zstdDecompressSync } from 'node:zlib'

/**
 * The CWE ids of each record, so that advisories can be listed by weakness. Reading a million documents takes minutes,
 * so the table is not locked meanwhile. Records written in the meantime are then read again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create temporary table read_cwes (id text not null, row_version text not null, cwes text not null)
    on commit drop`.execute(db)
  await readDocuments(db, sql`true`)
  await sql`create index on read_cwes (id)`.execute(db)
  await sql`analyze read_cwes`.execute(db)
  await sql`alter table advisory_record add column cwes text[] not null default '{}'`.execute(db)
  await sql`delete from read_cwes using advisory_record
    where advisory_record.id = read_cwes.id and advisory_record.xmin::text <> row_version`.execute(db)
  await readDocuments(db, sql`not exists (select from read_cwes where read_cwes.id = advisory_record.id)`)
  await sql`update advisory_record set cwes = string_to_array(read_cwes.cwes, ' ') from read_cwes
    where advisory_record.id = read_cwes.id and read_cwes.cwes <> ''`.execute(db)
  await sql`create index advisory_record_cwes on advisory_record using gin (cwes)
    where cwes <> '{}'`.execute(db)
}

const batchSize = 1000

async function readDocuments(db: Kysely<unknown>, condition: RawBuilder<unknown>): Promise<void> {
  for (let last: string | null = ''; last !== null;) last = await readBatch(db, condition, last)
}

/** Returns the id after which the next batch starts; null after the last one. */
async function readBatch(
  db: Kysely<unknown>,
  condition: RawBuilder<unknown>,
  after: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string; version: string; document: Uint8Array }>`
    select id, xmin::text as version, document from advisory_record
    where id > ${after} and ${condition} order by id limit ${batchSize}`.execute(db)
  const cwes = rows.map(({ id, document }) => {
    const { record } = readOsvRecord(JSON.parse(zstdDecompressSync(document).toString()), id)
    return record?.cwes.join(' ') ?? ''
  })
  await sql`
    insert into read_cwes
    select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ version }) => version)}::text[],
      ${cwes}::text[])`.execute(db)
  return rows.length < batchSize ? null : rows.at(-1)!.id
}
