import type { Inventory } from '@assay/engine/inventory.ts'
import { binderOf } from '@assay/engine/vex/bind-statements.ts'
import type { ProjectProduct } from '@assay/engine/vex/is-subject.ts'
import { keysOfInventory, nameKey } from '@assay/engine/vex/product-keys.ts'
import type { Scope } from '#auth/scope.ts'
import { resolveIds } from '#knowledge/own-advisories/resolve-ids.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { type ListedStatement, listStatements } from '#scanning/vex/applied-store.ts'
import { projectProductOf } from '#scanning/vex/product-ids.ts'

/** What a scan needs of VEX documents. matched: statements that applied to nothing before. */
export type AppliedVex = Awaited<ReturnType<typeof readVexOf>>

/** project: null in an account without VEX documents. */
export async function readVexOf(
  db: Database,
  scope: Scope,
  { project: row, inventory }: { project: ProjectRow | null; inventory: Inventory },
) {
  const { statements, project } = await readStatements(db, scope, { row, inventory })
  const advisoryOf = await readAliases(db, scope, [...(inventory.vex ?? []), ...statements])
  const matched = newlyMatched({ statements, project, advisoryOf }, inventory)
  return { matched, statements, advisoryOf, ...(project && { project }) }
}

/** VEX statements in force on packages of the inventory, and the product ids that match the project. */
async function readStatements(
  db: Database,
  scope: Scope,
  { row, inventory }: { row: ProjectRow | null; inventory: Inventory },
): Promise<{ statements: ListedStatement[]; project: ProjectProduct | null }> {
  if (!row) return { statements: [], project: null }
  const project = projectProductOf(row)
  const keys = [...keysOfInventory(inventory), ...project.ids, nameKey(project.name)]
  const statements = await listStatements(db, scope, { projectUuid: row.uuid, keys })
  // Without statements, the project makes no difference.
  return { statements, project: statements.length === 0 ? null : project }
}

interface Stated {
  statements: readonly ListedStatement[]
  project: ProjectProduct | null
  advisoryOf: (id: string) => string | null
}

/** Statements that applied to nothing before. */
function newlyMatched({ statements, project, advisoryOf }: Stated, inventory: Inventory): ListedStatement[] {
  const waiting = statements.filter(({ ids, isUnmatched }) => isUnmatched && ids.some((id) => advisoryOf(id)))
  if (waiting.length === 0) return []
  const bind = binderOf(inventory, project)
  return waiting.filter((statement) => bind(statement) !== null)
}

/** Advisories of the ids in statements: some are aliases that no index contains. */
async function readAliases(
  db: Database,
  scope: Scope,
  statements: readonly { ids: string[] }[],
): Promise<(id: string) => string | null> {
  const ids = [...new Set(statements.flatMap((statement) => statement.ids))]
  const known = await resolveIds(db, scope, ids)
  return (id) => known.get(id) ?? null
}
