import { DatadogSettings } from '@assay/server/integrations/datadog/settings.ts'
import { JiraSettings } from '@assay/server/integrations/jira/settings.ts'
import { RepositorySettings } from '@assay/server/integrations/repositories/issues/settings.ts'
import { RkvstSettings } from '@assay/server/integrations/datatrails/settings.ts'

/** What each integration asks for, by id, in the order of the settings page. */
export const integrationSettings = {
  jira: JiraSettings,
  'repository-issues': RepositorySettings,
  datadog: DatadogSettings,
  rkvst: RkvstSettings,
} as const
