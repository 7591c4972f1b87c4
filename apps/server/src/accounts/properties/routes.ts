import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { requireRecentLogin } from '#auth/sessions/recent-login.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { findTeam } from '#accounts/teams/store.ts'
import { findProperty, type PropertyKey, upsertProperty } from './store.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

type Value = Record<string, unknown> | null

export function propertiesRoutes({ routes, db }: AppContext): void {
  const get = async (scope: Scope, key: PropertyKey) => {
    const value = (await findProperty(db, scope, key)) as Value | undefined
    return value === undefined ? respond(404, null) : value
  }
  registerRoutes(routes, contract.properties, {
    ofAccount: ({ caller, params }) =>
      get(caller.scope, { ownerUuid: caller.scope.accountUuid, name: params.name }),
    setOfAccount({ caller, params, body, change }) {
      if (params.name === 'autogroupings') requireRecentLogin(caller.by)
      const key = { ownerUuid: caller.scope.accountUuid, name: params.name }
      return change((tx) => set(tx, caller, { ...key, value: body }))
    },
    async ofTeam({ caller: { scope }, params }) {
      return get(scope, { ownerUuid: await teamOf(db, scope, params.teamUuid), name: params.name })
    },
    setOfTeam: ({ caller, params, body, change }) =>
      change(async (tx) => {
        const ownerUuid = await teamOf(tx, caller.scope, params.teamUuid)
        return set(tx, caller, { ownerUuid, name: params.name, value: body })
      }),
  })
}

async function set(tx: Tx, { scope, memberUuid }: Caller, { value, ...key }: PropertyKey & { value: Value }) {
  checkName(key.name)
  const before = await findProperty(tx, scope, key)
  await upsertProperty(tx, scope, { ...key, value, setBy: memberUuid })
  if (before === undefined) await checkLimit(tx, scope, 'properties')
  return { result: value, before: before ?? null, after: value }
}

const teamOf = async (db: Database, scope: Scope, uuid: string) =>
  ((await findTeam(db, scope, uuid)) ?? throwNotFound('team')).uuid

function checkName(name: string): void {
  if (!/^[\w.-]{1,100}$/.test(name))
    throw new Problem(400, 'nameInvalid', 'This is not a valid property name')
}
