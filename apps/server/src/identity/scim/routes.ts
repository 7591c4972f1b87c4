import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { baseOf, type ScimContext, pageOf, type ScimHandlers } from './exchange.ts'
import { groupCalls } from './group-calls.ts'
import { replyWithScimProblem } from './scim-problem.ts'
import { countProvisioned } from './store.ts'
import { userCalls } from './user-calls.ts'

/** Provisioning of members and teams by an identity provider. Errors below this path are in SCIM format. */
export function scimRoutes({ routes, ...context }: AppContext): void {
  const handlers = { ...discoveryCalls(context), ...userCalls(context), ...groupCalls(context) }
  void routes.app.register(async (app) => {
    app.setErrorHandler(replyWithScimProblem)
    registerRoutes({ ...routes, app }, contract.scim, handlers)
  })
  registerRoutes(routes, contract.scimStatus, {
    async get({ caller }) {
      const { changedAt, ...counts } = await countProvisioned(context.db, caller.scope)
      return { baseUrl: baseOf(context), ...counts, changedAt: changedAt?.getTime() ?? null }
    },
  })
}

function discoveryCalls(context: ScimContext) {
  const base = baseOf(context)
  const all = (Resources: object[]) => pageOf(Resources, { total: Resources.length, startIndex: 1 })
  return {
    configuration: async () => serviceProviderConfig(base),
    resourceTypes: async () => all(resourceTypes(base)),
    resourceType: async ({ params }) =>
      resourceTypes(base).find(({ id }) => id === params.name) ?? throwNotFound('type'),
    schemas: async () => all(schemas(base)),
    schema: async ({ params }) =>
      schemas(base).find(({ id }) => id === params.urn) ?? throwNotFound('schema'),
  } satisfies ScimHandlers
}
