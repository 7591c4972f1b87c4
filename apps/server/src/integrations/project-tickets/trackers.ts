import { RepositorySettings } from '#integrations/repositories/issues/settings.ts'
import { jiraIntegration } from '#integrations/jira/index.ts'
import { repositoryFor } from '#integrations/repositories/issues/deliver.ts'
import { repositoryIssuesIntegration } from '#integrations/repositories/issues/index.ts'
import { serviceOf } from '#integrations/repositories/dialects/hosts.ts'
import type { Integration } from '#integrations/core/integration.ts'

/** An integration whose issues can be created by hand. */
interface IssueTracker {
  integration: Integration
  /** The service's name, by the stored settings. */
  nameOf(settings: unknown): string
  /** Whether it can have issues of the project. */
  isFor(settings: unknown, projectUrl: string): boolean
}

const RepositoryTarget = RepositorySettings.pick({ service: true, url: true, repository: true })

/** In the order of the settings page. */
export const issueTrackers: readonly IssueTracker[] = [
  { integration: jiraIntegration, nameOf: () => 'Jira', isFor: () => true },
  {
    integration: repositoryIssuesIntegration,
    nameOf: (settings) => serviceOf(RepositoryTarget.parse(settings)).name,
    isFor: (settings, projectUrl) => repositoryFor(RepositoryTarget.parse(settings), projectUrl) !== null,
  },
]
