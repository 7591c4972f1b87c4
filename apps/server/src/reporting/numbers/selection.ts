import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/problem.ts'
import { branchPatternsOf, namesIn } from '#projects/branch-names.ts'
import { hasGroup } from '#projects/groups/store.ts'
import { hasTeam } from '#projects/project-store.ts'

export interface ProjectSelection {
  /** null for any project. */
  teamUuid: string | null
  /** Includes the groups below it; null for any project. */
  groupUuid: string | null
  /** LIKE patterns, and `@default` for the branch shown first; empty for any branch. */
  branchPatterns: string[]
  /** Project tags, any of which must match; empty for any. */
  tags: string[]
  /** Part of the project's url or name, without white space; '' for any. */
  search: string
}

/** On every branch. */
export const everyProject: ProjectSelection = {
  teamUuid: null,
  groupUuid: null,
  branchPatterns: [],
  tags: [],
  search: '',
}

type RowsQuery = ParsedInput<typeof contract.metrics.rows>['query']
type ChosenBy = Pick<RowsQuery, 'branches' | 'tags' | 'teamUUID' | 'groupUuid' | 'project'>

/** Throws Problem 404 for a team or group out of scope. */
export async function chooseProjects(db: Database, scope: Scope, query: ChosenBy): Promise<ProjectSelection> {
  const selection = selectionOf(scope, query)
  await checkOwners(db, scope, selection)
  return selection
}

/** Only for queries that call checkOwners if they find nothing: any row of a team or group proves that it is in scope. */
export function selectionOf(scope: Scope, query: ChosenBy): ProjectSelection {
  const teamUuid = query.teamUUID?.toLowerCase() ?? null
  return {
    // The account's own uuid stands for the team Everyone.
    teamUuid: teamUuid === scope.accountUuid ? null : teamUuid,
    groupUuid: query.groupUuid?.toLowerCase() ?? null,
    branchPatterns: branchPatternsOf(query.branches),
    tags: namesIn(query.tags),
    search: query.project.replaceAll('\0', ''),
  }
}

/** Throws Problem 404 for a team or group out of scope. */
export async function checkOwners(
  db: Database,
  scope: Scope,
  { teamUuid, groupUuid }: Pick<ProjectSelection, 'teamUuid' | 'groupUuid'>,
): Promise<void> {
  if (teamUuid !== null && !(await hasTeam(db, scope, teamUuid))) throw notFound('team')
  if (groupUuid !== null && !(await hasGroup(db, scope, groupUuid))) throw notFound('group')
}
