import { contract } from '@assay/contract/contract.ts'
import type { SavedView, ViewedList } from '@assay/contract/saved-views.ts'
import { randomUUID } from 'node:crypto'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { canEdit, chooseAudience, editRequirement } from './share-view.ts'
import { deleteView, findView, insertView, lockView, updateView, viewPages, type ViewRow } from './store.ts'

export function savedViewsRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.savedViews, {
    list: async ({ caller }) => streamItems(viewPages(db, caller), (row) => wireView(caller, row)),
    create: ({ caller, body, change }) =>
      change(async (tx) => {
        const { teamUuid, ...content } = body
        const uuid = randomUUID()
        const audience = await chooseAudience(tx, caller, teamUuid)
        await lockMember(tx, caller.scope, caller.memberUuid)
        await rejectTakenName(insertView(tx, caller, { uuid, ...content, ...audience }))
        await checkLimit(tx, caller.scope, 'savedViews')
        const after = wireView(caller, (await findView(tx, caller, uuid)) ?? throwNotFound('view'))
        return { result: after, target: { viewUuid: uuid }, after }
      }),
    update: ({ caller, params, body, change }) =>
      change(async (tx) => {
        const audience = body.teamUuid === undefined ? null : await chooseAudience(tx, caller, body.teamUuid)
        const existing = await lockEditable(tx, caller, params.viewUuid)
        // Otherwise it would disappear for its creator and all others.
        if (audience?.privateOf && existing.creatorUuid !== caller.memberUuid)
          throw forbidden('Making a view private', 'being its creator')
        const before = wireView(caller, existing)
        const { name = existing.name, criteria = before.criteria } = body
        await rejectTakenName(
          updateView(tx, caller.scope, { ...(audience ?? existing), uuid: existing.uuid, name, criteria }),
        )
        const after = wireView(caller, (await findView(tx, caller, existing.uuid)) ?? throwNotFound('view'))
        return { result: after, before, after }
      }),
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const view = await lockEditable(tx, caller, params.viewUuid)
        await deleteView(tx, caller.scope, view.uuid)
        return { result: {}, before: wireView(caller, view) }
      }),
  })
}

/** Throws 404 for a view out of scope, 403 for a visible one that the caller may not change. */
async function lockEditable(tx: Tx, caller: Caller, uuid: string): Promise<ViewRow> {
  await lockMember(tx, caller.scope, caller.memberUuid)
  const view = (await lockView(tx, caller, uuid)) ?? throwNotFound('view')
  if (canEdit(caller, view)) return view
  throw forbidden('Changing this view', editRequirement(caller, view))
}

const rejectTakenName = (write: Promise<unknown>) =>
  write.catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? new Problem(409, 'viewExists', 'A saved view with this name already exists')
      : error
  })

const wireView = (caller: Caller, row: ViewRow): SavedView => ({
  uuid: row.uuid,
  list: row.list as ViewedList,
  name: row.name,
  criteria: row.criteria as SavedView['criteria'],
  teamUuid: row.privateOf === null ? (row.teamUuid ?? caller.scope.accountUuid) : null,
  isOwn: row.creatorUuid === caller.memberUuid,
  createdBy: row.createdBy,
  canEdit: canEdit(caller, row),
  createdAt: row.createdAt.getTime(),
})
