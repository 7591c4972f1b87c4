import type { Caller, Scope } from '#auth/scope.ts'
import { findTeam } from '#accounts/teams/store.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'

/** The team in reach that is named; null: the whole account, which the account's own uuid names, too. Throws 404. */
export async function readTeam(
  db: Database,
  scope: Scope,
  team: string | null | undefined,
): Promise<string | null> {
  const uuid = team?.toLowerCase() ?? null
  if (uuid === null || uuid === scope.accountUuid) return null
  return ((await findTeam(db, scope, uuid)) ?? throwNotFound('team')).uuid
}

/** The same for a change. What is of the whole account is changed by who reaches all teams. Throws 403. */
export async function checkOwner(
  db: Database,
  { scope }: Caller,
  team: string | null | undefined,
): Promise<string | null> {
  const teamUuid = await readTeam(db, scope, team)
  if (teamUuid !== null || scope.teams === 'all') return teamUuid
  // Who reaches one team alone need not name it.
  if (scope.teams.length === 1 && (team ?? null) === null) return scope.teams[0]!
  throw new Problem(403, 'forbidden', 'This belongs to the whole account: name one of your teams')
}
