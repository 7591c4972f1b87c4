import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { componentKeysAbove, graphPages, listEdges, type Position } from './component-pages-store.ts'
import { displayPaths, readGraph } from './dependency-graph.ts'

export type PathsTo = ReturnType<typeof displayPaths>

/** The paths to components at a scan; with `of`, to those alone ('name@version'), without reading the whole graph. */
export async function pathsAt(
  db: Database,
  scope: Scope,
  { of, ...at }: Position & { of?: readonly string[] },
): Promise<PathsTo> {
  if (!of) return displayPaths(await readGraph([await listEdges(db, scope, at)]))
  const keys = await componentKeysAbove(db, scope, { ...at, of })
  return displayPaths(await readGraph(graphPages(db, scope, { branchUuid: at.branchUuid, keys })))
}
