import { DatadogSettings } from './settings.ts'
import { defineIntegration, type Planned } from '#integrations/core/integration.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { apiAddress, validateKey } from './client.ts'
import { deliverMetrics, text } from './deliver.ts'
import { coreText } from '#integrations/core/texts.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'

export const allProjects: Planned = { topic: 'all', subject: text('allProjects') }

export const datadogIntegration = defineIntegration({
  id: 'datadog',
  texts: { en: english, de: german },
  feature: 'datadog',
  settings: DatadogSettings,
  addressOf: apiAddress,
  async check({ config }, settings) {
    const isValid = await validateKey(config, settings)
    const message = isValid
      ? text('keyAccepted', { service: apiAddress(settings) })
      : coreText('credentialsInvalid')
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
