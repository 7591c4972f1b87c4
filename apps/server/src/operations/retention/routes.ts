import { contract } from '@assay/contract/contract.ts'
import {
  type LegalHold,
  type RetainedKind,
  type RetentionPreview,
  type RetentionSettings,
  retainedKinds,
} from '@assay/contract/retention.ts'
import { randomUUID } from 'node:crypto'
import {
  type HoldRow,
  insertHold,
  listHolds,
  lockHold,
  readRetention,
  releaseHold,
  saveRetention,
} from '#accounts/retention/store.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { shareLockProject } from '#projects/project-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { RemovedAmount } from '#platform/database/removable-rows.ts'
import { removalsOf } from './kinds.ts'

export function retentionRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.retention, {
    get: ({ caller }) => readRetention(db, caller.scope),
    preview: ({ caller, body }) => previewRemoval(db, caller.scope, body),
    save: ({ caller: { scope }, body, change }) =>
      change(async (tx) => {
        const before = await readRetention(tx, scope)
        await saveRetention(tx, scope, body)
        return { result: body, before, after: body }
      }),
    holds: async ({ caller }) => (await listHolds(db, caller.scope)).map(wireHold),
    createHold: ({ caller: { scope, memberUuid }, body, change }) =>
      change(async (tx) => {
        const { projectUuid, reason } = body
        if (projectUuid !== null && !(await shareLockProject(tx, scope, projectUuid)))
          throwNotFound('project')
        const hold = { uuid: randomUUID(), projectUuid, reason, createdBy: memberUuid }
        const after = wireHold(await insertHold(tx, scope, hold))
        return { result: after, target: { holdUuid: after.uuid }, after }
      }),
    releaseHold: ({ caller: { scope, memberUuid }, params, change }) =>
      change(async (tx) => {
        const row = (await lockHold(tx, scope, params.holdUuid)) ?? throwNotFound('legal hold')
        const before = wireHold(row)
        if (row.releasedAt !== null) return { result: before, before, after: before }
        const releasedAt = new Date()
        await releaseHold(tx, scope, { uuid: row.uuid, by: memberUuid, at: releasedAt })
        const after = wireHold({ ...row, releasedAt })
        return { result: after, before, after }
      }),
  })
}

const wireHold = ({ createdAt, releasedAt, ...hold }: HoldRow): LegalHold => ({
  ...hold,
  createdAt: createdAt.getTime(),
  releasedAt: releasedAt?.getTime() ?? null,
})

/** What the settings would remove now, of each kind for which they set a time. */
async function previewRemoval(
  db: Database,
  scope: Scope,
  settings: RetentionSettings,
): Promise<RetentionPreview> {
  const amounts = new Map<RetainedKind, RemovedAmount>()
  for (const { kind, count } of removalsOf(settings, new Date())) {
    const { count: known, bytes } = amounts.get(kind) ?? { count: 0, bytes: 0 }
    const more = await count(db, scope)
    amounts.set(kind, { count: known + more.count, bytes: bytes + more.bytes })
  }
  return {
    kinds: retainedKinds.flatMap((kind) => (amounts.has(kind) ? { kind, ...amounts.get(kind)! } : [])),
  }
}
