import { ScimGroupInput } from '@assay/contract/scim.ts'
import { deleteTeam } from '../teams/store.ts'
import { applyPatch } from './apply-patch.ts'
import { baseOf, type Own, readPatched, type ScimHandlers } from './exchange.ts'
import { resourceCalls } from './resource-calls.ts'
import { groupOf, wantsMembers } from './resources.ts'
import { createGroup, replaceGroup } from './save-group.ts'
import { findGroup, type GroupRow, listGroups } from './store.ts'

export function groupCalls(parts: Own) {
  const show = (row: GroupRow) => groupOf(row, baseOf(parts))
  const groups = resourceCalls(parts, {
    ...{ what: 'team', find: findGroup, show, create: createGroup, replace: replaceGroup },
    told: ({ name, externalId }: GroupRow) => ({ displayName: name, externalId }),
    remove: deleteTeam,
  })
  return {
    listGroups: (input) =>
      groups.list(input, (scope, page) =>
        listGroups(parts.db, scope, { ...page, withMembers: wantsMembers(input.query) }),
      ),
    getGroup: (input) => groups.get(input, input.params.teamUuid),
    createGroup: (input) => groups.create(input, input.body),
    replaceGroup: (input) => groups.replace(input, input.params.teamUuid, () => input.body),
    patchGroup: (input) =>
      groups.replace(input, input.params.teamUuid, (row) =>
        readPatched(ScimGroupInput, applyPatch({ ...show(row) }, input.body)),
      ),
    removeGroup: (input) => groups.remove(input, input.params.teamUuid),
  } satisfies ScimHandlers
}
