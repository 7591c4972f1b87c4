import { sql, type Kysely } from 'kysely'
import { zstdDecompressSync } from 'node:zlib'

/**
 * A CVE is known exploited if CISA's catalog lists it or an advisory on it links to the catalog. Both are stored, so
 * that every page reads the same column, with or without a synced catalog.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db)
  for (let after = ''; ;) {
    const { rows } = await sql<StoredRecord>`
      select id, document from advisory_record where id > ${after} and withdrawn_at is null
      order by id limit 500`.execute(db)
    if (rows.length === 0) break
    const ids = rows.filter(({ document }) => linksToCatalog(document)).map(({ id }) => id)
    if (ids.length > 0) await markLinked(db, ids)
    after = rows.at(-1)!.id
  }
  await sql`
    insert into advisory_signal (cve, linked_to_catalog)
    select distinct cve, true from advisory where links_to_catalog and cve is not null and joined_into is null
    on conflict (cve) do update set linked_to_catalog = true`.execute(db)
}

const columns = [
  `drop index advisory_exploited`,
  `drop index advisory_signal_exploited`,
  `alter table advisory_signal rename column known_exploited to in_catalog`,
  `alter table advisory_signal add column linked_to_catalog boolean not null default false`,
  `alter table advisory_signal
    add column known_exploited boolean not null generated always as (in_catalog or linked_to_catalog) stored`,
  `create index advisory_exploited on advisory_signal (cve) where known_exploited`,
  `create index advisory_signal_exploited on advisory_signal (cve) include (known_exploited, epss)
    where known_exploited or epss >= 0.1`,
  `create index advisory_signal_linked on advisory_signal (cve) where linked_to_catalog`,
  `alter table advisory add column links_to_catalog boolean not null default false`,
  `create index advisory_linked on advisory (cve) where links_to_catalog`,
  `create index advisory_cve on advisory (cve) where cve is not null`,
]

interface StoredRecord {
  id: string
  document: Uint8Array
}

function linksToCatalog(document: Uint8Array): boolean {
  const text = zstdDecompressSync(document)
  if (!text.includes(catalog)) return false
  const { references } = JSON.parse(text.toString()) as { references?: { url?: string }[] }
  return Array.isArray(references) && references.some((each) => each?.url?.startsWith?.(catalog))
}

const catalog = 'https://www.cisa.gov/known-exploited-vulnerabilities'

const markLinked = (db: Kysely<unknown>, recordIds: string[]) =>
  sql`
    update advisory set links_to_catalog = true
    from advisory_record where advisory_uuid = uuid and id = any(${recordIds}::text[])`.execute(db)
