import { planBranch } from '#integrations/core/plan-branch.ts'
import { defineIntegration } from '#integrations/core/integration.ts'
import { connectionOf, findMyself } from '#integrations/repositories/connection/client.ts'
import { connectionId } from '#integrations/repositories/connection/find-connection.ts'
import { serviceOf, siteOf } from '#integrations/repositories/dialects/hosts.ts'
import { deliverToRepository } from './deliver.ts'
import { RepositorySettings } from './settings.ts'
import { coreText } from '#integrations/core/texts.ts'
import { ticketText } from '#integrations/tickets/texts.ts'
import { textsOf } from '#platform/texts/text.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'

const text = textsOf({ en: english.deliveries, de: german.deliveries })

const pollMinutes = 15

export const repositoryIssuesIntegration = defineIntegration({
  id: connectionId,
  texts: { en: english, de: german },
  feature: null,
  settings: RepositorySettings,
  addressOf: siteOf,
  async check({ config }, settings) {
    const { name: service } = serviceOf(settings)
    const name = await findMyself(connectionOf({ config }, settings))
    return name === null
      ? { isValid: false, message: coreText('credentialsInvalid') }
      : { isValid: true, message: text('tokenAccepted', { service, name }) }
  },
  events: ['scan.recorded'],
  plan: planBranch,
  scheduled: { topic: 'poll', subject: ticketText('issueStatuses'), everyMinutes: pollMinutes },
  deliver: deliverToRepository,
})
