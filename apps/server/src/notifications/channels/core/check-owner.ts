import { forbidden } from '#auth/forbidden.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import { findTeam } from '#accounts/teams/store.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'

/** The named team if in scope; null for the whole account, also when named by the account's own uuid. Throws 404. */
export async function readTeam(
  db: Database,
  scope: Scope,
  team: string | null | undefined,
): Promise<string | null> {
  const uuid = team?.toLowerCase() ?? null
  if (uuid === null || uuid === scope.accountUuid) return null
  return ((await findTeam(db, scope, uuid)) ?? throwNotFound('team')).uuid
}

/** The owner for a change. Account-wide objects require access to all teams. Throws 403. */
export async function checkOwner(
  db: Database,
  { scope }: Caller,
  team: string | null | undefined,
): Promise<string | null> {
  const teamUuid = await readTeam(db, scope, team)
  if (teamUuid !== null || scope.teams === 'all') return teamUuid
  // With access to a single team, it is the default.
  if (scope.teams.length === 1 && (team ?? null) === null) return scope.teams[0]!
  throw forbidden(
    'Doing this for the whole account instead of one of your teams',
    "the permission 'teams.edit' in the whole account",
  )
}
