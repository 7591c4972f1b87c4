import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { countListed, listProjectPage, type ListFilter } from '#projects/project-state-store.ts'

interface PageQuery extends Pick<ListFilter, 'text' | 'state' | 'limit'> {
  cursor?: string | undefined
}

/** One page, the cursor of the next one, and totals. */
export async function pageProjects(db: Database, scope: Scope, { cursor, limit, ...filter }: PageQuery) {
  const [name = '', uuid = ''] = readCursor(cursor, 2) ?? []
  const after = cursor === undefined ? undefined : { name, uuid }
  // One extra row shows whether there is another page.
  const rows = await listProjectPage(db, scope, { ...filter, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => ({
      ...row,
      archivedAt: row.archivedAt?.getTime() ?? null,
      lastScannedAt: row.lastScannedAt?.getTime() ?? null,
    })),
    ...(await countListed(db, scope, filter)),
    nextCursor: last ? writeCursor([last.name, last.uuid]) : null,
  }
}
