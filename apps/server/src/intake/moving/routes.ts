import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { compareShadow } from './compare-shadow.ts'
import {
  previewVersions,
  readPublishesVersions,
  savePublishesVersions,
} from '#intake/dependency-track/setting-store.ts'

const maxPreviewed = 20

export function movingRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  const read = async (from: Database, scope: Scope) => ({
    publishesVersions: await readPublishesVersions(from, scope),
    ...(await previewVersions(from, scope, maxPreviewed)),
  })
  registerRoutes(routes, contract.moving, {
    setting: ({ caller }) => read(db, caller.scope),
    set: ({ caller, body: { publishesVersions }, change }) =>
      change(async (tx) => {
        const before = { publishesVersions: await readPublishesVersions(tx, caller.scope) }
        await savePublishesVersions(tx, caller.scope, publishesVersions)
        return { result: await read(tx, caller.scope), before, after: { publishesVersions } }
      }),
    comparison: ({ caller, query }) => compareShadow(db, caller.scope, query),
  })
}
