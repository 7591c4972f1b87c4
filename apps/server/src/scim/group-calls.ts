import { ScimGroupInput } from '@assay/contract/scim.ts'
import type { Caller, Scope } from '../auth/scope.ts'
import { reply } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { deleteTeam } from '../teams/store.ts'
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
import { groupOf, project, wantsMembers } from './resources.ts'
import { createGroup, type MembersChange, replaceGroup } from './save-group.ts'
import { findGroup, type GroupRow, listGroups } from './store.ts'

export function groupCalls(parts: Own) {
  const { db } = parts
  const base = baseOf(parts)
  const groupOrMissing = async (tx: Own['db'], scope: Scope, uuid: string): Promise<GroupRow> =>
    (await findGroup(tx, scope, uuid)) ?? missing('team')
  const replace = (caller: Caller, uuid: string, { record, inputOf }: Replacing<GroupRow, ScimGroupInput>) =>
    db.transaction().execute(async (tx) => {
      const scope = scopeOf(caller)
      const before = await groupOrMissing(tx, scope, uuid)
      const saved = await replaceGroup(tx, scope, { before, input: inputOf(before) })
      const after = await groupOrMissing(tx, scope, uuid)
      record({ before: toldOf(before), after: { ...toldOf(after), ...membersOf(saved) } })
      return groupOf(after, base)
    })
  return {
    async listGroups({ caller, query }) {
      const page = readPage(query)
      const asked = { ...page, withMembers: wantsMembers(query) }
      const { total, rows } = await listGroups(db, scopeOf(caller), asked)
      const resources = rows.map((row) => project(groupOf(row, base), query))
      return pageOf(resources, { total, startIndex: page.offset + 1 })
    },
    async getGroup({ caller, params, query }) {
      return project(groupOf(await groupOrMissing(db, scopeOf(caller), params.teamUuid), base), query)
    },
    async createGroup({ caller, body, record, out }) {
      const scope = scopeOf(caller)
      const saved = await db.transaction().execute((tx) => createGroup(tx, scope, body))
      const row = await groupOrMissing(db, scope, saved.uuid)
      record({ target: { teamUuid: saved.uuid }, after: { ...toldOf(row), ...membersOf(saved) } })
      const after = groupOf(row, base)
      out.header('location', after.meta?.location)
      return reply(201, after)
    },
    replaceGroup: ({ caller, params, body, record }) =>
      replace(caller, params.teamUuid, { record, inputOf: () => body }),
    patchGroup: ({ caller, params, body, record }) =>
      replace(caller, params.teamUuid, {
        record,
        inputOf: (row) => readPatched(ScimGroupInput, applyPatch({ ...groupOf(row, base) }, body)),
      }),
    async removeGroup({ caller, params, record }) {
      const scope = scopeOf(caller)
      const before = await groupOrMissing(db, scope, params.teamUuid)
      await db.transaction().execute((tx) => deleteTeam(tx, scope, before.uuid))
      record({ before: toldOf(before) })
      return reply(204, '')
    },
  } satisfies ScimHandlers
}

const toldOf = ({ name, externalId }: GroupRow) => ({ displayName: name, externalId })
const membersOf = ({ added, removed }: MembersChange): MembersChange => ({ added, removed })
