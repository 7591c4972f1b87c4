import { ScimUserInput } from '@assay/contract/scim.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Caller, Scope } from '../auth/scope.ts'
import { reply } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { tellMember } from '../mail/tell-member.ts'
import { keepAdministrator } from '../members/keep-administrator.ts'
import { deleteMember } from '../members/store.ts'
import { applyPatch } from './apply-patch.ts'
import {
  baseOf,
  type Own,
  pageOf,
  readPage,
  readPatched,
  type Replacing,
  type ScimHandlers,
  scopeOf,
} from './exchange.ts'
import { project, userOf } from './resources.ts'
import { createUser, replaceUser } from './save-user.ts'
import { findUser, listUsers, type UserRow } from './store.ts'

export function userCalls(parts: Own) {
  const { db } = parts
  const base = baseOf(parts)
  const userOrMissing = async (tx: Own['db'], scope: Scope, uuid: string): Promise<UserRow> =>
    (await findUser(tx, scope, uuid)) ?? missing('member')
  const replace = async (
    caller: Caller,
    uuid: string,
    { record, inputOf }: Replacing<UserRow, ScimUserInput>,
  ) => {
    const [before, after] = await db.transaction().execute(async (tx) => {
      const scope = scopeOf(caller)
      const row = await userOrMissing(tx, scope, uuid)
      await replaceUser(tx, scope, { before: row, input: inputOf(row) })
      return [row, await userOrMissing(tx, scope, uuid)] as const
    })
    if (after.email !== before.email)
      for (const email of [before.email, after.email]) tellMember(parts, { email, notice: 'emailChanged' })
    const shown = userOf(after, base)
    record({ before: userOf(before, base), after: shown })
    return shown
  }
  return {
    async listUsers({ caller, query }) {
      const page = readPage(query)
      const { total, rows } = await listUsers(db, scopeOf(caller), page)
      const resources = rows.map((row) => project(userOf(row, base), query))
      return pageOf(resources, { total, startIndex: page.offset + 1 })
    },
    async getUser({ caller, params, query }) {
      return project(userOf(await userOrMissing(db, scopeOf(caller), params.memberUuid), base), query)
    },
    async createUser({ caller, body, record, out }) {
      const scope = scopeOf(caller)
      const uuid = await db.transaction().execute((tx) => createUser(tx, scope, body))
      const after = userOf(await userOrMissing(db, scope, uuid), base)
      record({ target: { memberUuid: uuid }, after })
      out.header('location', after.meta?.location)
      return reply(201, after)
    },
    replaceUser: ({ caller, params, body, record }) =>
      replace(caller, params.memberUuid, { record, inputOf: () => body }),
    patchUser: ({ caller, params, body, record }) =>
      replace(caller, params.memberUuid, {
        record,
        inputOf: (row) => readPatched(ScimUserInput, patchUser(userOf(row, base), body)),
      }),
    async removeUser({ caller, params, record }) {
      const scope = scopeOf(caller)
      const before = await userOrMissing(db, scope, params.memberUuid)
      await db.transaction().execute(async (tx) => {
        await keepAdministrator(tx, scope, before.uuid)
        await deleteMember(tx, scope, before.uuid)
      })
      record({ before: userOf(before, base) })
      return reply(204, '')
    },
  } satisfies ScimHandlers
}

/** What no operation touches is left out where it would outweigh what one did. */
function patchUser(user: ReturnType<typeof userOf>, body: Parameters<typeof applyPatch>[1]) {
  const { displayName: _, name: { formatted: __, ...name } = {}, ...rest } = user
  const patched = applyPatch({ ...rest, name }, body)
  if (isDeepStrictEqual(patched['emails'], user.emails)) delete patched['emails']
  return patched
}
