import { JiraSettings } from './settings.ts'
import { planBranch } from '#integrations/core/plan-branch.ts'
import { defineIntegration } from '#integrations/core/integration.ts'
import { baseOf, findMyself } from './client.ts'
import { connectionOf, deliverToJira } from './deliver.ts'
import { coreText } from '#integrations/core/texts.ts'
import { ticketText } from '#integrations/tickets/texts.ts'
import { textsOf } from '#platform/texts/text.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'

const text = textsOf({ en: english.deliveries, de: german.deliveries })

const pollMinutes = 15

export const jiraIntegration = defineIntegration({
  id: 'jira',
  texts: { en: english, de: german },
  feature: 'jira',
  settings: JiraSettings,
  addressOf: baseOf,
  async check({ config }, settings) {
    const name = await findMyself(connectionOf({ config }, settings))
    return name === null
      ? { isValid: false, message: coreText('credentialsInvalid') }
      : { isValid: true, message: text('credentialsAcceptedOf', { service: 'Jira', name }) }
  },
  events: ['scan.recorded'],
  plan: planBranch,
  scheduled: { topic: 'poll', subject: ticketText('issueStatuses'), everyMinutes: pollMinutes },
  deliver: deliverToJira,
})
