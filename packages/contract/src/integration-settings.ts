import { DatadogSettings } from './datadog.ts'
import { JiraSettings } from './jira.ts'
import { RepositorySettings } from './repository-issues.ts'
import { RkvstSettings } from './rkvst.ts'

/** What each integration asks for, by id, in the order of the settings page. */
export const integrationSettings = {
  jira: JiraSettings,
  'repository-issues': RepositorySettings,
  datadog: DatadogSettings,
  rkvst: RkvstSettings,
} as const
