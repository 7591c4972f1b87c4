import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

const teamsOf = (tx: Tx, scope: Scope) =>
  tx.selectFrom('team').select('uuid').where('account_uuid', '=', scope.accountUuid).forKeyShare()

/** Locks the team against deletion until the transaction ends. Must precede locks on members added to it. */
export const shareLockTeam = (tx: Tx, scope: Scope, uuid: string) =>
  teamsOf(tx, scope).where('uuid', '=', uuid).execute()

/** The same for all teams of the account. */
export const shareLockTeams = (tx: Tx, scope: Scope) => teamsOf(tx, scope).orderBy('uuid').execute()
