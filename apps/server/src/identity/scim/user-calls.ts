import { type ScimPatch, type ScimUser, ScimUserInput } from '@assay/contract/scim.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { notifyMember } from '#accounts/member-emails/notify-member.ts'
import { ensureNotLastAdmin } from '#accounts/members/last-administrator.ts'
import { notifyRemoval, notifyRoleChange } from '#accounts/members/member-events.ts'
import { deleteMember, findMember } from '#accounts/members/store.ts'
import { applyPatch } from './apply-patch.ts'
import { userAttributes } from './attributes.ts'
import { baseOf, type ScimContext, readPatched, type ScimHandlers } from './exchange.ts'
import { resourceCalls } from './resource-calls.ts'
import { userOf } from './resources.ts'
import { createUser, lockUser, replaceUser } from './save-user.ts'
import { findUser, listUsers, type UserRow } from './store.ts'

export function userCalls(context: ScimContext) {
  const show = (row: UserRow) => userOf(row, baseOf(context))
  const users = resourceCalls(context, {
    what: 'member',
    find: findUser,
    lock: lockUser,
    show,
    auditedValues: show,
    create: createUser,
    replace: replaceUser,
    async onReplaced(tx: Tx, scope: Scope, { before, after }: { before: UserRow; after: UserRow }) {
      await notifyRoleChange(tx, scope, { member: after, before: before.role, after: after.role, by: null })
      if (before.email === after.email) return
      for (const { email } of [before, after])
        await notifyMember(tx, scope, { memberUuid: after.uuid, email, notice: 'emailChanged' })
    },
    async remove(tx: Tx, scope: Scope, uuid: string) {
      await ensureNotLastAdmin(tx, scope, uuid)
      const member = await findMember(tx, scope, uuid)
      const isRemoved = await deleteMember(tx, scope, uuid)
      if (isRemoved && member) await notifyRemoval(tx, scope, { member, by: null })
      return isRemoved
    },
  })
  return {
    listUsers: (input) => users.list(input, (scope, page) => listUsers(context.db, scope, page)),
    getUser: (input) => users.get(input, input.params.memberUuid),
    createUser: (input) => users.create(input, input.body),
    replaceUser: (input) => users.replace(input, input.params.memberUuid, () => input.body),
    patchUser: (input) =>
      users.replace(input, input.params.memberUuid, (row) =>
        readPatched(ScimUserInput, patchUser(show(row), input.body)),
      ),
    removeUser: (input) => users.remove(input, input.params.memberUuid),
  } satisfies ScimHandlers
}

/** Omits large attributes that no operation changed. */
function patchUser(user: ScimUser, body: ScimPatch) {
  const { displayName: _, name: { formatted: __, ...name } = {}, ...rest } = user
  const { emails, ...patched } = applyPatch({ ...rest, name }, body, userAttributes)
  return isDeepStrictEqual(emails, user.emails) ? patched : { ...patched, emails }
}
