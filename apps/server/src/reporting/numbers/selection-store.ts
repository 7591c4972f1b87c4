import { isNamedLike } from '#projects/branch-selection-store.ts'
import { isNamed } from '#projects/project-list-store.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isInGroup, projectInScope } from '#projects/in-scope-store.ts'
import type { ProjectSelection } from './selection.ts'

// The selection of lists of rows, which are read page by page; choose-branches.ts is the same for numbers.

/** With `matches`: whether the search matches the row. */
export const projectsInScope = (scope: Scope, { teamUuid, groupUuid, tags, search }: ProjectSelection) => sql`
  select uuid, url, name, group_settings,
    ${search === '' ? sql`true` : isNamed(search)} as matches
  from project
  where account_uuid = ${scope.accountUuid}
    and ${projectInScope(scope)}
    and ${isInGroup(groupUuid)}
    ${teamUuid === null ? sql`` : sql`and team_uuid = ${teamUuid}`}
    ${
      tags.length === 0
        ? sql``
        : sql`and exists (
      select from unnest(tags) tag where regexp_replace(tag, '\\s', '', 'g') = any(${tags}::text[]))`
    }`

/** CTEs of the projects and of their branches that are selected. */
export const chosenBranches = (scope: Scope, selection: ProjectSelection) => sql`
  visible as materialized (${projectsInScope(scope, selection)}),
  chosen as materialized (
    select branch.uuid, visible.group_settings
    from visible join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = visible.uuid
    where matches and ${isNamedLike(selection.branchPatterns)})`
