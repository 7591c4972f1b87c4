import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export async function listAdvisoryDatabases(db: Database) {
  const { rows } = await sql<{
    ecosystem: string
    advisories: number
    newestAt: Date | null
    syncedAt: Date | null
    source: string | null
  }>`
    select ecosystem, count(distinct advisory_uuid) as advisories, max(modified_at) as "newestAt",
           max(synced_at) as "syncedAt", string_agg(distinct source, ', ') as source
    from advisory_package join advisory_record on id = record_id
    where withdrawn_at is null group by ecosystem order by ecosystem`.execute(db)
  return rows
}
