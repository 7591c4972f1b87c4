import { RepositorySettings } from '@assay/contract/repository-issues.ts'
import { jiraIntegration } from '#integrations/jira/integration.ts'
import { repositoryFor } from '#integrations/repository-issues/deliver.ts'
import { repositoryIssuesIntegration } from '#integrations/repository-issues/integration.ts'
import { serviceOf } from '#integrations/repository-issues/wire-dialects.ts'
import type { Integration } from '#integrations/shape/integration.ts'

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
