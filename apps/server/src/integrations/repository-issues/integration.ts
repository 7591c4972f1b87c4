import { findBranchName } from '#integrations/shape/branch-store.ts'
import { defineIntegration } from '#integrations/shape/integration.ts'
import { findMyself } from './client.ts'
import { connectionOf, deliverToRepository, id } from './deliver.ts'
import { serviceOf, siteOf } from './wire-dialects.ts'
import { RepositorySettings } from '@assay/contract/repository-issues.ts'

const pollMinutes = 15

export const repositoryIssuesIntegration = defineIntegration({
  id,
  name: 'GitHub and GitLab issues',
  summary: 'Creates issues in your repositories, and comments on and closes them once fixed.',
  feature: null,
  settings: RepositorySettings,
  addressOf: siteOf,
  async check({ config }, settings) {
    const { name } = serviceOf(settings)
    const who = await findMyself(connectionOf({ config }, settings))
    return who === null
      ? { isValid: false, message: 'Credentials not valid' }
      : { isValid: true, message: `${name} accepts the token of ${who}` }
  },
  events: ['scan.recorded'],
  async plan({ context, scope }, event) {
    if (event.type !== 'scan.recorded') return []
    const { branchUuid } = event.payload
    const subject = await findBranchName(context.db, scope, branchUuid)
    return subject === null ? [] : [{ topic: `branch ${branchUuid}`, subject }]
  },
  scheduled: { topic: 'poll', subject: 'Status of issues', everyMinutes: pollMinutes },
  deliver: deliverToRepository,
})
