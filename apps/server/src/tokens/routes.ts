import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import type { Caller } from '../auth/scope.ts'
import { makeSecret } from '../auth/secret.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { deleteToken, insertToken, listTokens, type TokenRow } from './store.ts'

export function tokensRoutes({ binding, db }: Parts): void {
  implement(binding, contract.tokens, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      const rows = await listTokens(db, caller.scope, reach(caller, 'tokens.read-any'))
      return rows.map(tokenOf)
    },
    async create({ caller, params, body }) {
      checkAccount(caller, params.accountUuid)
      const uuid = randomUUID()
      const secret = makeSecret('token', caller.scope.accountUuid, uuid)
      const row = await insertToken(db, caller.scope, {
        ...{ uuid, memberUuid: caller.memberUuid, name: body.name, hash: secret.hash },
        expiresAt: body.expiresAt === undefined ? null : new Date(body.expiresAt),
      })
      return { ...tokenOf(row), token: secret.text }
    },
    async revoke({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      const token = { uuid: params.tokenUuid, memberUuid: reach(caller, 'tokens.delete-any') }
      return (await deleteToken(db, caller.scope, token)) ? {} : missing('token')
    },
  })
}

/** The member whose tokens are meant: the caller, or null for anybody's. */
const reach = (caller: Caller, permission: 'tokens.read-any' | 'tokens.delete-any') =>
  caller.permissions.has(permission) ? null : caller.memberUuid

const tokenOf = (row: TokenRow) => ({
  uuid: row.uuid,
  name: row.name,
  memberUuid: row.member_uuid,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
})
