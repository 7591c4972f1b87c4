import type { Permission } from '@assay/contract/permissions.ts'
import { shareLockTeam } from '#accounts/team-lock-store.ts'
import { findTeam } from '#accounts/teams/store.ts'
import { forbidden, type Requirement } from '#auth/forbidden.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import type { Audience, ViewRow } from './store.ts'

/**
 * The audience of a view: a team, all members (the account's UUID) or nobody (null). Locks the team until the
 * transaction ends. Throws 404 for a team out of scope, 403 if the caller may not share.
 */
export async function chooseAudience(tx: Tx, caller: Caller, team: string | null): Promise<Audience> {
  const requested = team?.toLowerCase() ?? null
  if (requested === null) return { privateOf: caller.memberUuid, teamUuid: null }
  const isForAll = requested === caller.scope.accountUuid
  if (!isForAll) {
    await shareLockTeam(tx, caller.scope, requested)
    if (!(await findTeam(tx, caller.scope, requested))) throwNotFound('team')
  }
  const audience = { privateOf: null, teamUuid: isForAll ? null : requested }
  if (!holds(caller, 'reports.edit', audience))
    throw forbidden('Sharing this view', requirementOf('reports.edit', audience))
  return audience
}

/** Creators can edit their views while they may share with the same audience; others need 'reports.delete' there. */
export function canEdit(caller: Caller, view: ViewRow): boolean {
  if (view.privateOf !== null) return true
  if (view.creatorUuid === caller.memberUuid && holds(caller, 'reports.edit', view)) return true
  return holds(caller, 'reports.delete', view)
}

/** The permission that a caller who cannot edit the view lacks. */
export const editRequirement = (caller: Caller, view: ViewRow): Requirement =>
  requirementOf(view.creatorUuid === caller.memberUuid ? 'reports.edit' : 'reports.delete', view)

const requirementOf = (permission: Permission, { teamUuid }: Pick<Audience, 'teamUuid'>): Requirement =>
  `the permission '${permission}' in ${teamUuid === null ? 'the whole account' : 'its team'}`

/** Whether the caller has the permission in the team, or in the account for views of all members. */
function holds(caller: Caller, permission: Permission, { teamUuid }: Pick<Audience, 'teamUuid'>): boolean {
  const teams = caller.scopeFor(permission)?.teams ?? []
  return teams === 'all' || (teamUuid !== null && teams.includes(teamUuid))
}
