import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import type { Scope } from '../auth/scope.ts'
import { implement, reply } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findTeam } from '../teams/store.ts'
import { findProperty, type PropertyKey, putProperty } from './store.ts'

type Value = Record<string, unknown> | null

export function propertiesRoutes({ binding, db }: Parts): void {
  const get = async (scope: Scope, key: PropertyKey) => {
    const value = (await findProperty(db, scope, key)) as Value | undefined
    return value === undefined ? reply(404, null) : value
  }
  const set = async (scope: Scope, { value, ...key }: PropertyKey & { value: Value }) => {
    checkName(key.name)
    const before = await findProperty(db, scope, key)
    await putProperty(db, scope, { ...key, value })
    return { before: before ?? null, after: value }
  }
  const teamOf = async (scope: Scope, uuid: string) =>
    ((await findTeam(db, scope, uuid)) ?? missing('team')).uuid
  implement(binding, contract.properties, {
    ofAccount({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return get(caller.scope, { ownerUuid: caller.scope.accountUuid, name: params.name })
    },
    async setOfAccount({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      const key = { ownerUuid: caller.scope.accountUuid, name: params.name }
      record(await set(caller.scope, { ...key, value: body }))
      return body
    },
    async ofTeam({ caller: { scope }, params }) {
      return get(scope, { ownerUuid: await teamOf(scope, params.teamUuid), name: params.name })
    },
    async setOfTeam({ caller: { scope }, params, body, record }) {
      const ownerUuid = await teamOf(scope, params.teamUuid)
      record(await set(scope, { ownerUuid, name: params.name, value: body }))
      return body
    },
  })
}

function checkName(name: string): void {
  if (!/^[\w.-]{1,100}$/.test(name)) throw new Problem(400, 'nameInvalid', 'This is no name of a property')
}
