import { deliveryText } from '@assay/contract/delivery-texts.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { defineIntegration } from '#integrations/core/integration.ts'
import { connectionOf, findMyself } from '#integrations/repositories/connection/client.ts'
import { connectionId } from '#integrations/repositories/connection/find-connection.ts'
import { serviceOf, siteOf } from '#integrations/repositories/dialects/hosts.ts'
import { deliverToRepository } from './deliver.ts'
import { RepositorySettings } from './settings.ts'

const pollMinutes = 15

export const repositoryIssuesIntegration = defineIntegration({
  id: connectionId,
  name: 'GitHub and GitLab issues',
  summary: 'Creates issues in your repositories, and comments on and closes them once fixed.',
  feature: null,
  settings: RepositorySettings,
  addressOf: siteOf,
  async check({ config }, settings) {
    const { name: service } = serviceOf(settings)
    const name = await findMyself(connectionOf({ config }, settings))
    return name === null
      ? { isValid: false, message: deliveryText('credentialsInvalid') }
      : { isValid: true, message: deliveryText('tokenAccepted', { service, name }) }
  },
  events: ['scan.recorded'],
  async plan({ context, scope }, event) {
    if (event.type !== 'scan.recorded') return []
    const { branchUuid } = event.payload
    const subject = await findBranchName(context.db, scope, branchUuid)
    return subject === null ? [] : [{ topic: `branch ${branchUuid}`, subject }]
  },
  scheduled: { topic: 'poll', subject: deliveryText('issueStatuses'), everyMinutes: pollMinutes },
  deliver: deliverToRepository,
})
