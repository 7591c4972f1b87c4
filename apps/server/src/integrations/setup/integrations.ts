import { datadogIntegration } from '#integrations/datadog/integration.ts'
import { datatrailsIntegration } from '#integrations/datatrails/integration.ts'
import { jiraIntegration } from '#integrations/jira/integration.ts'
import { repositoryIssuesIntegration } from '#integrations/repository-issues/integration.ts'
import type { Integration } from '#integrations/shape/integration.ts'

/** All integrations, in the order of the settings page. */
export const integrations: readonly Integration[] = [
  jiraIntegration,
  repositoryIssuesIntegration,
  datadogIntegration,
  datatrailsIntegration,
]
