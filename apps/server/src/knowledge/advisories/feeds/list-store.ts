import type { ListAge } from '@assay/engine/advisories/lists.ts'
import { listIds, type ListId } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Records that lists were read completely. Earlier times are ignored. */
export async function recordLists(
  db: Database,
  ids: Iterable<ListId>,
  { source, at }: { source: string; at: Date },
): Promise<void> {
  await sql`
    insert into advisory_list (id, source, complete_at)
    select id, ${source}, ${at} from unnest(${[...new Set(ids)].sort()}::text[]) id
    on conflict (id) do update set source = excluded.source, complete_at = excluded.complete_at
      where advisory_list.complete_at < excluded.complete_at`.execute(db)
}

/** All lists, in order, whether they were loaded or not. */
export async function listAges(db: Database): Promise<ListAge[]> {
  const rows = await db.selectFrom('advisory_list').select(['id', 'complete_at']).execute()
  const times = new Map(rows.map((row) => [row.id, row.complete_at.getTime()]))
  return listIds.map((id) => ({ id, completeAt: times.get(id) ?? null }))
}
