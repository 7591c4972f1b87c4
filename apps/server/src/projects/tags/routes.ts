import { contract } from '@assay/contract/contract.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { lockGroups } from '#projects/group-settings-store.ts'
import { placeByRules, renameTagOfRules } from '#projects/groups/membership-store.ts'
import { requestEvaluation } from '#projects/policies/request-evaluation.ts'
import { hasLicensesFor, renameTagOfPolicies, setMinimums } from '#projects/policies/store.ts'
import { areInScope } from '#projects/in-scope-store.ts'
import { assignTag, removeTagFromProjects, renameTagOfProjects } from '#projects/project-store.ts'
import {
  deleteTag,
  findTag,
  hasTag,
  insertTags,
  lockTag,
  renameTag,
  taggedProjectPages,
  tagPages,
} from './store.ts'

export function tagsRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.tags, {
    list: async ({ caller: { scope } }) => streamItems(tagPages(db, scope), (tag) => tag),
    async get({ caller: { scope }, params }) {
      if (!(await hasTag(db, scope, params.tagName))) throwNotFound('tag')
      const pages = taggedProjectPages(db, scope, params.tagName)
      return streamJson({ projects: streamItems(pages, ({ uuid }) => uuid) })
    },
    create: ({ caller: { scope }, body, change }) =>
      change(async (tx) => {
        await insertTags(tx, scope, [body.name])
        if (body.projects) {
          await lockGroups(tx, scope)
          const { uuid } = (await findTag(tx, scope, { name: body.name })) ?? throwNotFound('tag')
          await lockTag(tx, scope, uuid)
          await assign(tx, scope, { name: body.name, projects: body.projects })
          await placeByRules(tx, scope, null)
          await requestEvaluation(tx, scope, await asks(tx, scope, [body.name]))
          await incrementRevision(tx, scope)
        }
        const after = (await findTag(tx, scope, { name: body.name })) ?? throwNotFound('tag')
        return { result: after, target: { tagUuid: after.uuid }, after }
      }),
    update: ({ caller: { scope }, params, body, change }) =>
      change(async (tx) => {
        await lockGroups(tx, scope)
        const before = (await lockTag(tx, scope, params.tagUuid)) ?? throwNotFound('tag')
        const name = body.name ?? before.name
        if (name !== before.name) await rename(tx, scope, { uuid: before.uuid, from: before.name, to: name })
        if (body.projects) await assign(tx, scope, { name, projects: body.projects })
        await placeByRules(tx, scope, null)
        await requestEvaluation(tx, scope, await asks(tx, scope, [before.name, name]))
        await incrementRevision(tx, scope)
        const after = (await findTag(tx, scope, { uuid: before.uuid })) ?? throwNotFound('tag')
        return { result: after, before, after }
      }),
    remove: ({ caller: { scope }, params, change }) =>
      change(async (tx) => {
        await lockGroups(tx, scope)
        const before = (await lockTag(tx, scope, params.tagUuid)) ?? throwNotFound('tag')
        if (!(await deleteTag(tx, scope, before))) throwNotFound('tag')
        await setMinimums(tx, scope, { tag: before.name, minimums: null })
        await removeTagFromProjects(tx, scope, before.name)
        await placeByRules(tx, scope, null)
        await requestEvaluation(tx, scope, await asks(tx, scope, [before.name]))
        await incrementRevision(tx, scope)
        return { result: {}, before }
      }),
  })
}

const asks = async (tx: Tx, scope: Scope, tags: readonly string[]) => ({
  needsScan: await hasLicensesFor(tx, scope, tags),
  changesTags: true,
})

async function rename(
  tx: Tx,
  scope: Scope,
  change: { uuid: string; from: string; to: string },
): Promise<void> {
  if (await findTag(tx, scope, { name: change.to })) throw tagExists()
  await renameTag(tx, scope, change).catch((error: unknown) => {
    // Created concurrently.
    throw isUniqueViolation(error) ? tagExists() : error
  })
  await renameTagOfProjects(tx, scope, change)
  await renameTagOfPolicies(tx, scope, change)
  await renameTagOfRules(tx, scope, change)
}

const tagExists = () => new Problem(409, 'tagExists', 'A tag with this name already exists')

async function assign(
  tx: Tx,
  scope: Scope,
  { name, projects }: { name: string; projects: string[] },
): Promise<void> {
  if (!(await areInScope(tx, scope, projects))) throwNotFound('project')
  await assignTag(tx, scope, { name, projects })
}
