import { DatadogSettings } from './settings.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Integration } from '@assay/contract/integrations.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { Problem } from '#platform/http/problem.ts'
import { checkSetup } from '#integrations/core/check-setup.ts'
import { deliverNow } from '#integrations/core/deliver-job.ts'
import { describeSetup } from '#integrations/core/describe-setup.ts'
import { saveSetup } from '#integrations/core/save-setup.ts'
import { findActive } from '#integrations/core/setup.ts'
import { type DeliveryRow, listDeliveries } from '#integrations/core/delivery-store.ts'
import { wireDelivery } from '#integrations/core/wire-delivery.ts'
import { allProjects, datadogIntegration as integration } from './index.ts'

const maxHistory = 200
const Shown = DatadogSettings.omit({ apiKey: true })

export function datadogRoutes(appContext: AppContext): void {
  const { routes, db, vault, queue } = appContext
  const context = { ...appContext, log: routes.app.log }
  const { id } = integration
  registerRoutes(routes, contract.datadog, {
    checkCredentials: ({ caller, body }) =>
      checkSetup(context, caller.scope, { integration, input: body, language: 'en' }),
    setup: async ({ caller }) => wireSetup(await describeSetup({ db, vault }, caller.scope, integration)),
    saveSetup: ({ caller, body, change }) =>
      change(async (tx) => {
        const saved = await saveSetup({ tx, vault, scope: caller.scope, integration }, body)
        return { ...saved, result: wireSetup(saved.result) }
      }),
    async history({ caller }) {
      const rows = await listDeliveries(db, caller.scope, { id, limit: maxHistory, after: undefined })
      return rows.map(wire)
    },
    sendNow({ caller, change }) {
      const { scope } = caller
      return change(async (tx) => {
        if (!(await findActive({ db: tx, vault }, scope, integration)))
          throw new Problem(409, 'notConfigured', 'Datadog is not set up, or is turned off')
        const queued = await deliverNow({ tx, queue }, scope, { id, ...allProjects })
        if (!queued) throw new Problem(409, 'conflict', 'The metrics are already being sent')
        const after = wire(queued)
        return { result: after, target: { deliveryUuid: after.uuid }, after: { subject: after.subject } }
      })
    },
  })
}

const wire = (row: DeliveryRow) => wireDelivery(row, { integration, language: 'en' })

const wireSetup = ({ values, isConfigured, isActive, secrets, updatedAt }: Integration) => ({
  ...Shown.parse(values),
  isConfigured,
  isActive,
  hasApiKey: secrets.length > 0,
  updatedAt,
})
