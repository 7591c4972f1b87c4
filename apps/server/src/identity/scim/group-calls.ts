import { ScimGroupInput } from '@assay/contract/scim.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { deleteTeam, lockTeam } from '#accounts/teams/store.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { applyPatch } from './apply-patch.ts'
import { groupAttributes } from './attributes.ts'
import { baseOf, type Own, readPatched, type ScimHandlers, scopeOf } from './exchange.ts'
import { resourceCalls } from './resource-calls.ts'
import { groupOf, memberReference, project, wantsMembers } from './resources.ts'
import { createGroup, replaceGroup } from './save-group.ts'
import { findBareGroup, findGroup, groupMemberPages, type GroupRow, listGroups } from './store.ts'

export function groupCalls(parts: Own) {
  const show = (row: GroupRow) => groupOf(row, baseOf(parts))
  const groups = resourceCalls(parts, {
    what: 'team',
    find: findGroup,
    async lock(tx, scope, { uuid }) {
      // Two that exchange their names would wait for each other.
      await lockAccount(tx, scope)
      await lockTeam(tx, scope, uuid)
    },
    show,
    create: createGroup,
    replace: replaceGroup,
    told: ({ name, externalId }: GroupRow) => ({ displayName: name, externalId }),
    remove: deleteTeam,
  })
  return {
    listGroups: (input) =>
      groups.list(input, (scope, page) =>
        listGroups(parts.db, scope, { ...page, withMembers: wantsMembers(input.query) }),
      ),
    async getGroup({ caller, params, query }) {
      const scope = scopeOf(caller)
      const row = (await findBareGroup(parts.db, scope, params.teamUuid)) ?? throwNotFound('team')
      const pages = groupMemberPages(parts.db, scope, row.uuid)
      const members = streamItems(pages, (member) => memberReference(member, baseOf(parts)))
      return streamJson(project({ ...show(row), members }, query))
    },
    createGroup: (input) => groups.create(input, input.body),
    replaceGroup: (input) => groups.replace(input, input.params.teamUuid, () => input.body),
    patchGroup: (input) =>
      groups.replace(input, input.params.teamUuid, (row) => {
        const patched = readPatched(ScimGroupInput, applyPatch(show(row), input.body, groupAttributes))
        // What was shown had all members: none are left when the attribute was removed.
        return { ...patched, members: patched.members ?? [] }
      }),
    removeGroup: (input) => groups.remove(input, input.params.teamUuid),
  } satisfies ScimHandlers
}
