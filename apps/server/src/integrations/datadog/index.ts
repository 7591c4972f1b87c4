import { DatadogSettings } from './settings.ts'
import { defineIntegration, type Planned } from '#integrations/core/integration.ts'
import { planBranch } from '#integrations/core/plan-branch.ts'
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
  plan: async (request, event) => (request.settings.sendsAfterScans ? planBranch(request, event) : []),
  scheduled: { ...allProjects, everyMinutes: 24 * 60 },
  deliver: deliverMetrics,
})
