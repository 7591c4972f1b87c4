import { projectName, shortProjectName } from '@assay/engine/project-address.ts'
import type { Outcome } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { type Listed, readLastScans, type ReportListRow } from './store.ts'

interface PageQuery extends Listed {
  cursor?: string | undefined
  limit: number
}

/** One page of latest reports, and the cursor of the next one. */
export async function listReports(db: Database, scope: Scope, { cursor, limit, ...listed }: PageQuery) {
  const [name = '', branch = ''] = readCursor(cursor, 2) ?? []
  const after = cursor === undefined ? undefined : { name, branch }
  // One extra row shows whether there is another page.
  const { rows, isLast } = await readLastScans(db, scope, { ...listed, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = isLast ? undefined : shown.at(-1)
  return {
    items: shown.map((row) => reportItem(row, listed.outdated)),
    nextCursor: last ? writeCursor([last.name, last.branch]) : null,
  }
}

export const reportItem = (row: ReportListRow, outdated: readonly string[]) => ({
  uuid: row.projectUuid,
  name: shortProjectName(projectName(row.name)),
  branch: row.branch,
  tags: row.tags.map((tag) => `${tag},`).join(''),
  outcome: row.outcome as Outcome,
  computedOutcome: row.computedOutcome,
  status: row.outcome === 'FAIL' ? ('FAIL' as const) : ('OK' as const),
  timestamp: row.scannedAt.getTime(),
  languages: row.languages,
  ...wireCovered(row.covered, outdated),
})
