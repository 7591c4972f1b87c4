import { type ScimGroup, ScimGroupInput, type ScimPatch } from '@assay/contract/scim.ts'
import type { Change } from '#auth/router/change.ts'
import { respond } from '#auth/router/reply.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { deleteTeam, lockTeam } from '#accounts/teams/store.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { applyPatch } from './apply-patch.ts'
import { groupAttributes } from './attributes.ts'
import { baseOf, type ScimContext, readPatched, type ScimHandlers, scopeOf } from './exchange.ts'
import { planMembers, type Split } from './plan-members.ts'
import { type InputOf, resourceCalls } from './resource-calls.ts'
import { groupOf, memberReference, project, includesMembers } from './resources.ts'
import { createGroup, type GroupInput, groupInput, replaceGroup } from './save-group.ts'
import { findBareGroup, findGroup, groupMemberPages, type GroupRow, listGroups } from './store.ts'

export function groupCalls(context: ScimContext) {
  const show = (row: GroupRow) => groupOf(row, baseOf(context))
  const groups = resourceCalls(context, {
    what: 'team',
    find: findBareGroup,
    async lock(tx, scope, { uuid }) {
      // Concurrent renames that swap two names would deadlock.
      await lockAccount(tx, scope)
      await lockTeam(tx, scope, uuid)
    },
    show,
    create: createGroup,
    replace: replaceGroup,
    auditedValues: ({ name, externalId }: GroupRow) => ({ displayName: name, externalId }),
    remove: deleteTeam,
  })
  /** Includes members, which are streamed. */
  const withMembers = (shown: ScimGroup, scope: Scope) => {
    const { members: _, ...group } = shown
    const pages = groupMemberPages(context.db, scope, group.id)
    return { ...group, members: streamItems(pages, (member) => memberReference(member, baseOf(context))) }
  }
  const replace = async (input: GroupReplacement, inputOf: InputOf<GroupRow, GroupInput>) =>
    streamJson(
      withMembers(await groups.replace(input, input.params.teamUuid, inputOf), scopeOf(input.caller)),
    )
  /** With all members in memory, for operations that depend on their attributes. */
  const patchWhole = async (tx: Tx, { caller, body }: GroupPatch, uuid: string) => {
    const row = (await findGroup(tx, scopeOf(caller), uuid)) ?? throwNotFound('team')
    const patched = readPatched(ScimGroupInput, applyPatch(show(row), body, groupAttributes))
    // The resource had all members, so none are left if the attribute was removed.
    return groupInput({ ...patched, members: patched.members ?? [] })
  }
  return {
    listGroups: (input) =>
      groups.list(input, (scope, page) =>
        listGroups(context.db, scope, { ...page, withMembers: includesMembers(input.query) }),
      ),
    async getGroup({ caller, params, query }) {
      const scope = scopeOf(caller)
      const row = (await findBareGroup(context.db, scope, params.teamUuid)) ?? throwNotFound('team')
      return streamJson(project(withMembers(show(row), scope), query))
    },
    async createGroup(input) {
      const { body } = await groups.create(input, groupInput(input.body))
      // Bounded by the number of members sent.
      const row = await findGroup(context.db, scopeOf(input.caller), body.id)
      return respond(201, row ? show(row) : body)
    },
    replaceGroup: (input) => replace(input, () => groupInput(input.body)),
    patchGroup: (input) =>
      replace(input, (row, tx) => {
        const split = planMembers(input.body)
        return split === null ? patchWhole(tx, input, row.uuid) : patchInput(show(row), split)
      }),
    removeGroup: (input) => groups.remove(input, input.params.teamUuid),
  } satisfies ScimHandlers
}

interface GroupPatch {
  caller: Caller
  body: ScimPatch
}

interface GroupReplacement {
  caller: Caller
  change: Change
  params: { teamUuid: string }
}

/** Applies the other operations without members, and the plan to the members. */
function patchInput(group: ScimGroup, { plan, others }: Split): GroupInput {
  const { members: _, ...shown } = group
  const patched = applyPatch(shown, { Operations: others }, groupAttributes)
  const added = plan === null ? [] : [...plan.added.values()]
  const { members = [], ...input } = readPatched(ScimGroupInput, { ...patched, members: added })
  if (plan === null) return input
  const { isReplaced, removed } = plan
  return {
    ...input,
    members: { isReplaced, added: members.map(({ value }) => value), removed: [...removed] },
  }
}
