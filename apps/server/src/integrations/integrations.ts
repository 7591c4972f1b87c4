import { datadogIntegration } from '#integrations/datadog/index.ts'
import { datatrailsIntegration } from '#integrations/datatrails/index.ts'
import { defectDojoIntegration } from '#integrations/defectdojo/index.ts'
import { jiraIntegration } from '#integrations/jira/index.ts'
import { repositoryIssuesIntegration } from '#integrations/repositories/issues/index.ts'
import type { Integration } from '#integrations/core/integration.ts'

/** All integrations, in the order of the settings page. */
export const integrations: readonly Integration[] = [
  jiraIntegration,
  repositoryIssuesIntegration,
  datadogIntegration,
  datatrailsIntegration,
  defectDojoIntegration,
]
