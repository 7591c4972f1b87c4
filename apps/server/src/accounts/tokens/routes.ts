import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import type { TokenAccess } from '@assay/contract/permissions.ts'
import type { AppContext } from '#context.ts'
import { checkAccount } from '#auth/check-account.ts'
import { requireRecentLogin } from '#auth/fresh-login.ts'
import type { Caller } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import type { Database } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findProject, hasTeam } from '#projects/project-store.ts'
import { limitsOfChild } from './limits-of-child.ts'
import { deleteToken, type Holders, insertToken, tokenPages, type TokenRow } from '#auth/token-store.ts'

export function tokensRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.tokens, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return streamItems(tokenPages(db, caller.scope, reach(caller, 'tokens.read-any')), tokenOf)
    },
    create({ caller, params, body, change }) {
      checkAccount(caller, params.accountUuid)
      if (body.access === 'scim') requireRecentLogin(caller.by)
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
      const ends = limitsOfChild(caller, { access: body.access, expiresAt })
      const uuid = randomUUID()
      const secret = makeSecret('token', caller.scope.accountUuid, uuid)
      return change(async (tx) => {
        const limits = await limitsOf(tx, caller, body)
        const row = await insertToken(tx, caller.scope, {
          uuid,
          memberUuid: caller.memberUuid,
          name: body.name,
          hash: secret.hash,
          access: body.access,
          ...limits,
          ...ends,
        })
        const after = tokenOf(row)
        return { result: { ...after, token: secret.text }, target: { tokenUuid: uuid }, after }
      })
    },
    revoke({ caller, params, change }) {
      checkAccount(caller, params.accountUuid)
      const holders = reach(caller, 'tokens.delete-any')
      return change(async (tx) => {
        const wanted = { uuid: params.tokenUuid, ...holders }
        const before = (await deleteToken(tx, caller.scope, wanted)) ?? throwNotFound('token')
        return { result: {}, before: tokenOf(before) }
      })
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
  if (teamUuid !== null && !(await hasTeam(db, caller.scope, teamUuid))) throwNotFound('team')
  if (projectUuid !== null && !(await findProject(db, caller.scope, projectUuid))) throwNotFound('project')
  return { teamUuid, projectUuid }
}

const tokenOf = (row: TokenRow) => ({
  uuid: row.uuid,
  name: row.name,
  memberUuid: row.member_uuid,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  access: row.access as TokenAccess,
  teamUuid: row.team_uuid,
  projectUuid: row.project_uuid,
})
