import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import type { TokenAccess } from '@assay/contract/permissions.ts'
import { supportTokenName } from '@assay/contract/tokens.ts'
import type { AppContext } from '#context.ts'
import { forbidden } from '#auth/forbidden.ts'
import { requireRecentLogin } from '#auth/sessions/recent-login.ts'
import type { Caller } from '#auth/scope.ts'
import { makeSecret } from '#platform/secrets/secret.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject, hasTeam } from '#projects/project-store.ts'
import { limitsOfChild } from './limits-of-child.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import {
  deleteToken,
  findTokenMember,
  type TokenOwners,
  insertToken,
  lockToken,
  tokenPages,
  type TokenRow,
  updateToken,
} from '#auth/callers/token-store.ts'

export function tokensRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.tokens, {
    list: async ({ caller }) =>
      streamItems(tokenPages(db, caller.scope, reach(caller, 'tokens.read-any')), tokenOf),
    create({ caller, body, change }) {
      const memberUuid = body.memberUuid?.toLowerCase() ?? caller.memberUuid
      if (body.access === 'scim') requireRecentLogin(caller.by)
      const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
      const ends = limitsOfChild(caller, { access: body.access, expiresAt })
      const uuid = randomUUID()
      const secret = makeSecret('token', caller.scope.accountUuid, uuid)
      return change(async (tx) => {
        const limits =
          memberUuid === caller.memberUuid
            ? await limitsOf(tx, caller, body)
            : await limitsForOther(tx, caller, { ...body, memberUuid })
        const row = await insertToken(tx, caller.scope, {
          uuid,
          memberUuid,
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
    update({ caller, params, body, change }) {
      const query = { uuid: params.tokenUuid, ...reach(caller, 'tokens.edit-any') }
      return change(async (tx) => {
        const before = (await lockToken(tx, caller.scope, query)) ?? throwNotFound('token')
        if (body.name !== undefined && before.name === supportTokenName)
          throw new Problem(409, 'supportTokenNamed', 'The support token cannot be renamed')
        const { uuid, name, expires_at } = before
        const expiresAt = body.expiresAt === undefined ? expires_at : new Date(body.expiresAt)
        if (expires_at !== null && expiresAt !== null && expiresAt > expires_at)
          throw new Problem(
            403,
            'tokenProlonged',
            'The expiry of a token can be brought forward, but not extended',
          )
        const row = await updateToken(tx, caller.scope, { uuid, name: body.name ?? name, expiresAt })
        const after = tokenOf(row)
        return { result: after, before: tokenOf(before), after }
      })
    },
    revoke({ caller, params, change }) {
      const owners = reach(caller, 'tokens.delete-any')
      return change(async (tx) => {
        const query = { uuid: params.tokenUuid, ...owners }
        const before = (await deleteToken(tx, caller.scope, query)) ?? throwNotFound('token')
        return { result: {}, before: tokenOf(before) }
      })
    },
  })
}

/** The caller's own tokens, and those of members for whom the permission applies. */
const reach = (caller: Caller, permission: `tokens.${'read' | 'edit' | 'delete'}-any`): TokenOwners => ({
  memberUuid: caller.memberUuid,
  others: caller.scopeFor(permission),
})

/**
 * Limits of a token that acts for another member. Member, team and project must be in the scope of 'tokens.create-any',
 * so tokens created by team administrators are limited to their teams. The member is notified by email.
 * Throws 403 and 404.
 */
async function limitsForOther(
  tx: Tx,
  caller: Caller,
  requested: Limits & { memberUuid: string },
): Promise<NewLimits> {
  const scope = caller.scopeFor('tokens.create-any')
  if (scope === null)
    throw forbidden('Creating tokens for other members', "the permission 'tokens.create-any'")
  const { memberUuid } = requested
  const { email } = (await findTokenMember(tx, scope, memberUuid)) ?? throwNotFound('member')
  const limits = await limitsOf(tx, { ...caller, scope }, requested)
  if (scope.teams !== 'all' && limits.teamUuid === null && limits.projectUuid === null)
    throw forbidden(
      'Creating a token for another member without a team or project',
      "the permission 'tokens.create-any' in the whole account",
    )
  await notifyMember(tx, scope, { memberUuid, email, notice: 'tokenCreated', by: caller.email })
  return limits
}

interface NewLimits {
  teamUuid: string | null
  projectUuid: string | null
}

interface Limits {
  teamUuid?: string | undefined
  projectUuid?: string | undefined
}

/** Limited to the caller's scope; a token created by a token is limited to its scope. Throws 404. */
async function limitsOf(db: Database, caller: Caller, limits: Limits): Promise<NewLimits> {
  const teamUuid = limits.teamUuid ?? caller.token?.teamUuid ?? null
  const projectUuid = limits.projectUuid ?? caller.token?.projectUuid ?? null
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
