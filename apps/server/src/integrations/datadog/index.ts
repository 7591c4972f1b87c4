import { deliveryText } from '@assay/contract/delivery-texts.ts'
import { DatadogSettings } from './settings.ts'
import { defineIntegration, type Planned } from '#integrations/core/integration.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { apiAddress, validateKey } from './client.ts'
import { deliverMetrics } from './deliver.ts'

export const allProjects: Planned = { topic: 'all', subject: deliveryText('allProjects') }

export const datadogIntegration = defineIntegration({
  id: 'datadog',
  name: 'Datadog',
  summary: 'Sends scores, open vulnerabilities, their ages, and fixes as metrics, daily and after scans.',
  feature: 'datadog',
  settings: DatadogSettings,
  addressOf: apiAddress,
  async check({ config }, settings) {
    const isValid = await validateKey(config, settings)
    const message = isValid
      ? deliveryText('keyAccepted', { service: apiAddress(settings) })
      : deliveryText('credentialsInvalid')
    return { isValid, message }
  },
  events: ['scan.recorded'],
  async plan({ context, scope, settings }, event) {
    if (event.type !== 'scan.recorded' || !settings.sendsAfterScans) return []
    const { branchUuid } = event.payload
    const subject = await findBranchName(context.db, scope, branchUuid)
    return subject === null ? [] : [{ topic: `branch ${branchUuid}`, subject }]
  },
  scheduled: { ...allProjects, everyMinutes: 24 * 60 },
  deliver: deliverMetrics,
})
