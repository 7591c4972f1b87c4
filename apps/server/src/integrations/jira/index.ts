import { deliveryText } from '@assay/contract/delivery-texts.ts'
import { JiraSettings } from './settings.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { defineIntegration } from '#integrations/core/integration.ts'
import { baseOf, findMyself } from './client.ts'
import { connectionOf, deliverToJira } from './deliver.ts'

const pollMinutes = 15

export const jiraIntegration = defineIntegration({
  id: 'jira',
  name: 'Jira',
  summary: 'Creates issues for upgrades or vulnerabilities, and comments on and closes them once fixed.',
  feature: 'jira',
  settings: JiraSettings,
  addressOf: baseOf,
  async check({ config }, settings) {
    const name = await findMyself(connectionOf({ config }, settings))
    return name === null
      ? { isValid: false, message: deliveryText('credentialsInvalid') }
      : { isValid: true, message: deliveryText('credentialsAcceptedOf', { service: 'Jira', name }) }
  },
  events: ['scan.recorded'],
  async plan({ context, scope }, event) {
    if (event.type !== 'scan.recorded') return []
    const { branchUuid } = event.payload
    const subject = await findBranchName(context.db, scope, branchUuid)
    return subject === null ? [] : [{ topic: `branch ${branchUuid}`, subject }]
  },
  scheduled: { topic: 'poll', subject: deliveryText('issueStatuses'), everyMinutes: pollMinutes },
  deliver: deliverToJira,
})
