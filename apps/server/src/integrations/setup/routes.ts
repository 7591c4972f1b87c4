import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { checkSetup } from '#integrations/core/check-setup.ts'
import { deliverKind } from '#integrations/core/deliver-job.ts'
import { describeSetup } from '#integrations/core/describe-setup.ts'
import type { Integration } from '#integrations/core/integration.ts'
import { activateSetup, removeSetup, saveSetup } from '#integrations/core/save-setup.ts'
import { findDelivery, listDeliveries, reviveDelivery } from '#integrations/core/delivery-store.ts'
import { wireDelivery } from '#integrations/core/wire-delivery.ts'
import { integrations } from '#integrations/integrations.ts'

export function integrationsRoutes(appContext: AppContext): void {
  const { routes, db, vault, queue } = appContext
  const context = { ...appContext, log: routes.app.log }
  registerRoutes(routes, contract.integrations, {
    list: async ({ caller, query: { language } }) =>
      Promise.all(integrations.map((each) => describeSetup({ db, vault, language }, caller.scope, each))),
    save({ caller, params, body, change }) {
      const integration = named(params.integration)
      return change((tx) => saveSetup({ tx, vault, scope: caller.scope, integration }, body))
    },
    activate({ caller, params, query, change }) {
      const integration = named(params.integration)
      return change((tx) => activateSetup({ tx, vault, scope: caller.scope, integration }, query.active))
    },
    remove({ caller, params, change }) {
      const integration = named(params.integration)
      return change((tx) => removeSetup({ tx, vault, scope: caller.scope, integration }))
    },
    check({ caller, params, query: { language }, body }) {
      const integration = named(params.integration)
      return checkSetup(context, caller.scope, { integration, input: body, language })
    },
    async deliveries({ caller, params, query: { limit, after, language } }) {
      const integration = named(params.integration)
      const { id } = integration
      const last =
        after === undefined
          ? undefined
          : ((await findDelivery(db, caller.scope, { id, uuid: after })) ?? throwNotFound('delivery'))
      const rows = await listDeliveries(db, caller.scope, { id, limit, after: last })
      const nextAfter = rows.length === limit ? (rows.at(-1)?.uuid ?? null) : null
      return { deliveries: rows.map((row) => wireDelivery(row, { integration, language })), nextAfter }
    },
    retry({ caller, params, change }) {
      const integration = named(params.integration)
      const { id } = integration
      const { scope } = caller
      return change(async (tx) => {
        const of = { id, uuid: params.deliveryUuid }
        const before = (await findDelivery(tx, scope, of)) ?? throwNotFound('delivery')
        if (!(await reviveDelivery(tx, scope, before.uuid)))
          throw new Problem(409, 'deliveryNotFailed', 'Only a failed delivery can be retried')
        const payload = { accountUuid: scope.accountUuid, deliveryUuid: before.uuid, integration: id }
        await queue.send(tx, deliverKind, payload)
        const after = wireDelivery((await findDelivery(tx, scope, of))!, { integration, language: 'en' })
        return { result: after, before: { state: before.state }, after: { state: after.state } }
      })
    },
  })
}

const named = (name: string): Integration =>
  integrations.find(({ id }) => id === name) ?? throwNotFound('integration')
