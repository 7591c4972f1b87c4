import { contract } from '@assay/contract/contract.ts'
import { raiseRevision } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findProject } from '../projects/store.ts'
import { assignTag, deleteTag, findTag, insertTags, listTags, renameTag } from './store.ts'

export function tagsRoutes({ binding, db }: Parts): void {
  implement(binding, contract.tags, {
    list: ({ caller: { scope } }) => listTags(db, scope),
    async get({ caller: { scope }, params }) {
      const { projects } = (await findTag(db, scope, { name: params.tagName })) ?? missing('tag')
      return { projects }
    },
    async create({ caller: { scope }, body, record }) {
      await insertTags(db, scope, [body.name])
      const after = (await findTag(db, scope, { name: body.name })) ?? missing('tag')
      record({ target: { tagUuid: after.uuid }, after })
      return after
    },
    async update({ caller: { scope }, params, body, record }) {
      return db.transaction().execute(async (tx) => {
        const before = (await findTag(tx, scope, { uuid: params.tagUuid })) ?? missing('tag')
        const name = body.name ?? before.name
        if (name !== before.name) await rename(tx, scope, { uuid: before.uuid, from: before.name, to: name })
        if (body.projects) await assign(tx, scope, { name, projects: body.projects })
        await raiseRevision(tx, scope)
        const after = (await findTag(tx, scope, { uuid: before.uuid })) ?? missing('tag')
        record({ before, after })
        return after
      })
    },
    async remove({ caller: { scope }, params, record }) {
      return db.transaction().execute(async (tx) => {
        const before = (await findTag(tx, scope, { uuid: params.tagUuid })) ?? missing('tag')
        await deleteTag(tx, scope, before)
        await raiseRevision(tx, scope)
        record({ before })
        return {}
      })
    },
  })
}

async function rename(
  tx: Tx,
  scope: Scope,
  change: { uuid: string; from: string; to: string },
): Promise<void> {
  if (await findTag(tx, scope, { name: change.to })) {
    throw new Problem(409, 'tagExists', 'There is a tag of this name already')
  }
  await renameTag(tx, scope, change)
}

async function assign(
  tx: Tx,
  scope: Scope,
  { name, projects }: { name: string; projects: string[] },
): Promise<void> {
  for (const uuid of projects) if (!(await findProject(tx, scope, uuid))) missing('project')
  await assignTag(tx, scope, { name, projects })
}
