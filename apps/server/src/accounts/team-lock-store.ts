import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

const teamsOf = (tx: Tx, scope: Scope) =>
  tx.selectFrom('team').select('uuid').where('account_uuid', '=', scope.accountUuid).forKeyShare()

/** Nobody removes the team until the transaction ends. Comes before the member who is put into it. */
export const keepTeam = (tx: Tx, scope: Scope, uuid: string) =>
  teamsOf(tx, scope).where('uuid', '=', uuid).execute()

/** The same for all teams of the account. */
export const keepTeams = (tx: Tx, scope: Scope) => teamsOf(tx, scope).orderBy('uuid').execute()
