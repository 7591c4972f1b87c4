import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import type { TokenAccess } from '@assay/contract/permissions.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import type { Caller } from '../auth/scope.ts'
import { makeSecret } from '../auth/secret.ts'
import type { Database } from '../database/database.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { findProject, hasTeam } from '../projects/store.ts'
import { deleteToken, type Holders, insertToken, listTokens, type TokenRow } from './store.ts'

export function tokensRoutes({ binding, db }: Parts): void {
  implement(binding, contract.tokens, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      const rows = await listTokens(db, caller.scope, reach(caller, 'tokens.read-any'))
      return rows.map(tokenOf)
    },
    async create({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      const limits = await limitsOf(db, caller, body)
      const uuid = randomUUID()
      const secret = makeSecret('token', caller.scope.accountUuid, uuid)
      const row = await insertToken(db, caller.scope, {
        ...{ uuid, memberUuid: caller.memberUuid, name: body.name, hash: secret.hash },
        expiresAt: body.expiresAt === undefined ? null : new Date(body.expiresAt),
        ...{ access: body.access, ...limits },
      })
      record({ target: { tokenUuid: uuid }, after: tokenOf(row) })
      return { ...tokenOf(row), token: secret.text }
    },
    async revoke({ caller, params, record }) {
      checkAccount(caller, params.accountUuid)
      const holders = reach(caller, 'tokens.delete-any')
      const before =
        (await deleteToken(db, caller.scope, { uuid: params.tokenUuid, ...holders })) ?? missing('token')
      record({ before: tokenOf(before) })
      return {}
    },
  })
}

/** Whose tokens are meant: the caller's own, and those of the members whom the permission reaches. */
const reach = (caller: Caller, permission: 'tokens.read-any' | 'tokens.delete-any'): Holders => ({
  memberUuid: caller.memberUuid,
  others: caller.reachOf(permission),
})

interface Limits {
  teamUuid?: string | undefined
  projectUuid?: string | undefined
}

/** For what the member reaches; a token that a token makes reaches no further than that one. Throws 404. */
async function limitsOf(db: Database, caller: Caller, wanted: Limits) {
  const teamUuid = wanted.teamUuid ?? caller.token?.teamUuid ?? null
  const projectUuid = wanted.projectUuid ?? caller.token?.projectUuid ?? null
  if (teamUuid !== null && !(await hasTeam(db, caller.scope, teamUuid))) missing('team')
  if (projectUuid !== null && !(await findProject(db, caller.scope, projectUuid))) missing('project')
  return { teamUuid, projectUuid }
}

const tokenOf = (row: TokenRow) => ({
  uuid: row.uuid,
  name: row.name,
  memberUuid: row.member_uuid,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  ...{ access: row.access as TokenAccess, teamUuid: row.team_uuid, projectUuid: row.project_uuid },
})
