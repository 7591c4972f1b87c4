import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { isBelowPolicy } from '#projects/project-list-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'

/** The scanned projects of a selection, and those below policy. */
export async function countProjects(
  db: Database,
  scope: Scope,
  selection: ProjectSelection,
): Promise<{ projects: number; belowPolicy: number }> {
  const { branchPatterns } = selection
  const { rows } = await sql<{ projects: number; belowPolicy: number }>`
    select count(*)::int as projects,
      (count(*) filter (where ${isBelowPolicy(scope, branchPatterns)}))::int as "belowPolicy"
    from (${projectsInScope(scope, selection)}) project
    where matches and exists (
      select from branch where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = project.uuid
        and last_number > 0 and ${isNamedLike(branchPatterns)})`.execute(db)
  return rows[0]!
}
