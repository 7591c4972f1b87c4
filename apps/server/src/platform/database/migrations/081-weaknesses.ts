import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { sql, type Kysely } from 'kysely'
import { zstdDecompressSync } from 'node:zlib'

/** The CWE ids of each record, so that advisories can be listed by weakness. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table advisory_record add column cwes text[] not null default '{}'`.execute(db)
  for (let last: string | null = ''; last !== null;) last = await fillBatch(db, last)
  await sql`create index advisory_record_cwes on advisory_record using gin (cwes)
    where cwes <> '{}'`.execute(db)
}

const batchSize = 1000

/** Returns the id after which the next batch starts; null after the last one. */
async function fillBatch(db: Kysely<unknown>, after: string): Promise<string | null> {
  const { rows } = await sql<{ id: string; document: Uint8Array }>`
    select id, document from advisory_record where id > ${after} order by id limit ${batchSize}`.execute(db)
  const filled = rows.flatMap(({ id, document }) => {
    const cwes = readOsvRecord(JSON.parse(zstdDecompressSync(document).toString()), id).record?.cwes ?? []
    return cwes.length === 0 ? [] : [{ id, cwes: cwes.join(' ') }]
  })
  await sql`
    update advisory_record set cwes = string_to_array(filled.cwes, ' ')
    from unnest(${filled.map(({ id }) => id)}::text[], ${filled.map(({ cwes }) => cwes)}::text[])
      as filled (id, cwes)
    where advisory_record.id = filled.id`.execute(db)
  return rows.length < batchSize ? null : rows.at(-1)!.id
}
